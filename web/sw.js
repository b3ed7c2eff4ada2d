/**
 * Lets the page be installed, and says so where no server answers. Nothing of the program
 * is kept: modules, texts and answers always come from the server, so that an old page
 * never meets a new engine. Kept is only the page that says that nobody is there.
 */

const KEPT = 'chuhe-offline-1';
const SHELL = ['/offline.html', '/offline.css', '/icon.svg'];

self.addEventListener('install', (event) => {
  const files = SHELL.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  const shell = SHELL.includes(pathname);
  // Whatever is neither a page nor part of the shell goes its way untouched.
  if (event.request.mode !== 'navigate' && !shell) return;
  const kept = async () => (await caches.match(shell ? pathname : '/offline.html')) ?? Response.error();
  event.respondWith(fetch(event.request).catch(kept));
});
