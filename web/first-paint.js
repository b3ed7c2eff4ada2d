// Runs before the first paint, so that the theme chosen last time does not flash in late.
(() => {
  try {
    const remembered = JSON.parse(localStorage.getItem('chuhe.settings') ?? '{}');
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = remembered.theme ?? (dark ? 'dark' : 'wood');
  } catch {
    // Without storage the default theme stands.
  }
})();
