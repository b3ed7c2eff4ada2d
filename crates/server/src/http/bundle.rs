//! The page in few files. Its modules are plain and small, which is good to read
//! and slow to load: each is a request. So they are put together here, without
//! tools, when they are first asked for: each module becomes a function that is
//! called when it is first imported.
//!
//! | file | what is in it |
//! |---|---|
//! | `bundle/first.js` | `app.js`, the home page and everything they import |
//! | `bundle/rest.js` | all other modules |
//! | `bundle/<language>.js` | all texts of a language |
//! | `bundle/all.css` | all style sheets |
//!
//! `index.html` names the single files; what is sent names these instead. With
//! `?plain` in the address the page is sent as it is.
//!
//! What a module may say: `import` and `export` at the beginning of a line, in the
//! forms the page uses, and no `export let`. Whatever else stops the bundling with
//! an error, which a test would show.

use std::collections::BTreeSet;

use super::modules::Module;

/// Where the files come from.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What runs first, and the page most visits begin with.
const FIRST: [&str; 2] = ["app.js", "pages/home.js"];
/// Folders whose modules are not part of the page's program.
const APART: [&str; 3] = ["i18n/", "first-paint.js", "sw.js"];
const LANGUAGES: [&str; 3] = ["en", "zh-hant", "zh-hans"];
/// In the order in which the page would load them.
const STYLES: [&str; 16] = [
    "styles/tokens.css",
    "styles/base.css",
    "styles/controls.css",
    "styles/shell.css",
    "styles/board.css",
    "vendor/uplot.css",
    "styles/home.css",
    "styles/games.css",
    "styles/play.css",
    "styles/analyse.css",
    "styles/setup.css",
    "styles/settings.css",
    "styles/help.css",
    "styles/library.css",
    "styles/explorer.css",
    "styles/arena.css",
];

/// Defines modules and runs them when they are first wanted. `$i` is `import()`.
const LOADER: &str = "const made = new Map(), waiting = new Map();\n\
globalThis.$chuhe = {\n\
  define: (path, make) => waiting.set(path, make),\n\
  require(path) {\n\
    if (!made.has(path)) {\n\
      const exports = {};\n\
      made.set(path, exports);\n\
      const make = waiting.get(path);\n\
      if (make === undefined) throw new Error(`no module ${path}`);\n\
      make(exports);\n\
    }\n\
    return made.get(path);\n\
  },\n\
  async import(path) {\n\
    if (!made.has(path) && !waiting.has(path)) {\n\
      const language = /^i18n\\/([^/]+)\\//.exec(path)?.[1];\n\
      await import(`/bundle/${language ?? 'rest'}.js`);\n\
    }\n\
    return globalThis.$chuhe.require(path);\n\
  },\n\
};\n";

/// A file of the bundle; `None` if there is none of that name.
///
/// # Errors
/// Names the module and what cannot be put into a bundle.
pub fn file(name: &str, names: &[String], read: Read<'_>) -> Result<Option<String>, String> {
    let language = name.strip_suffix(".js").filter(|name| LANGUAGES.contains(name));
    match (name, language) {
        ("all.css", _) => Ok(Some(styles(read))),
        ("first.js", _) => {
            let modules = defined(&first(read)?, read)?;
            Ok(Some(format!("{LOADER}{modules}$chuhe.require('app.js');\n")))
        }
        ("rest.js", _) => {
            let first = first(read)?;
            let rest = names.iter().filter(|name| is_program(name) && !first.contains(*name));
            Ok(Some(defined(&rest.cloned().collect(), read)?))
        }
        (_, Some(language)) => {
            let folder = format!("i18n/{language}/");
            let texts = names.iter().filter(|name| name.starts_with(&folder)).cloned().collect();
            Ok(Some(defined(&texts, read)?))
        }
        _ => Ok(None),
    }
}

/// The page with the bundle in place of the single files.
pub fn index(page: &str) -> String {
    let single =
        |line: &&str| line.contains("rel=\"modulepreload\"") || line.contains("rel=\"stylesheet\"");
    let holds: Vec<&str> = STYLES.iter().filter_map(|path| style_name(path)).collect();
    let style = format!(
        "<link rel=\"stylesheet\" href=\"/bundle/all.css\" data-holds=\"{}\">\n\
         <script type=\"module\" src=\"/bundle/first.js\"></script>",
        holds.join(" ")
    );
    let lines: Vec<&str> = page.lines().filter(|line| !single(line)).collect();
    lines.join("\n").replace("<script type=\"module\" src=\"/app.js\"></script>", &style) + "\n"
}

fn style_name(path: &str) -> Option<&str> {
    path.strip_prefix("styles/")?.strip_suffix(".css")
}

fn styles(read: Read<'_>) -> String {
    let sheets = STYLES.iter().filter_map(|path| read(path));
    let lines = |sheet: String| -> String {
        let own = sheet.lines().filter(|line| !line.starts_with("@import "));
        own.map(|line| format!("{line}\n")).collect()
    };
    sheets.map(lines).collect()
}

fn is_program(name: &str) -> bool {
    let texts = APART.iter().any(|apart| name.starts_with(apart)) && name != "i18n/index.js";
    name.ends_with(".js") && !texts && name != "types.js"
}

/// What the first view imports, directly or not.
fn first(read: Read<'_>) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = FIRST.iter().map(|&name| name.to_owned()).collect();
    while let Some(path) = open.pop() {
        if found.contains(&path) {
            continue;
        }
        let source = read(&path).ok_or_else(|| format!("{path} is imported but not there"))?;
        open.extend(Module::read(&path, &source)?.imports);
        found.insert(path);
    }
    Ok(found)
}

fn defined(paths: &BTreeSet<String>, read: Read<'_>) -> Result<String, String> {
    let mut text = String::new();
    for path in paths {
        let source = read(path).ok_or_else(|| format!("{path} is not there"))?;
        let body = Module::read(path, &source)?.body;
        text.push_str(&format!("$chuhe.define('{path}', ($exports) => {{\n{body}}});\n"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web(path: &str) -> Option<String> {
        let text = match path {
            "app.js" => "import { go } from './a.js';\ngo(() => import('./pages/help.js'));\n",
            "a.js" => "export function go() {}\n",
            "pages/home.js" => {
                "import { go as start } from '../a.js';\nexport const open = start;\n"
            }
            "pages/help.js" => "import { go } from '../a.js';\ngo();\n",
            "i18n/en/common.js" => "export default {\n  a: 'b',\n};\n",
            "styles/tokens.css" => "a {}\n",
            "styles/analyse.css" => "@import url(\"/vendor/uplot.css\");\nb {}\n",
            _ => return None,
        };
        Some(text.to_owned())
    }

    fn names() -> Vec<String> {
        ["app.js", "a.js", "pages/home.js", "pages/help.js", "i18n/en/common.js", "types.js"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn modules_are_in_one_file_each_and_once() {
        let of = |name| file(name, &names(), &web).unwrap().unwrap();
        let (first, rest, texts) = (of("first.js"), of("rest.js"), of("en.js"));
        for (path, place) in [
            ("app.js", &first),
            ("a.js", &first),
            ("pages/home.js", &first),
            ("pages/help.js", &rest),
            ("i18n/en/common.js", &texts),
        ] {
            let define = format!("$chuhe.define('{path}'");
            assert!(place.contains(&define), "{path}");
            let all = [&first, &rest, &texts];
            let count: usize = all.iter().map(|text| text.matches(&define).count()).sum();
            assert_eq!(count, 1, "{path}");
        }
        assert_eq!(of("all.css"), "a {}\nb {}\n");
        assert_eq!(file("other.js", &names(), &web), Ok(None));
    }

    #[test]
    fn the_page_names_the_bundle() {
        let page = "<link rel=\"stylesheet\" href=\"/styles/base.css\">\n\
                    <link rel=\"modulepreload\" href=\"/api.js\">\n\
                    <script type=\"module\" src=\"/app.js\"></script>\n";
        let sent = index(page);
        assert!(!sent.contains("/api.js") && !sent.contains("base.css"), "{sent}");
        assert!(sent.contains("/bundle/first.js") && sent.contains("data-holds=\"tokens base"));
    }
}
