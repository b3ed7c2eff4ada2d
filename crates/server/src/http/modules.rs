//! One ES module as the inside of a function: `import` becomes a look into what
//! another module exports, `export` a way for others to look.

/// A module that can be part of a bundle.
#[derive(Debug)]
pub struct Module {
    /// The modules it imports when it starts.
    pub imports: Vec<String>,
    /// The inside of its function.
    pub body: String,
}

impl Module {
    /// Reads a module's source.
    ///
    /// # Errors
    /// Names what cannot be put into a bundle.
    pub fn read(path: &str, source: &str) -> Result<Module, String> {
        let mut module = Module { imports: Vec::new(), body: String::new() };
        let mut exports = Vec::new();
        for statement in statements(&without_comments(source)) {
            let line = match statement.split_whitespace().next() {
                Some("import") => module.import(path, &statement),
                Some("export") => export(&statement, &mut exports),
                _ if is_glued(&statement) => glued(&statement, &mut exports),
                _ => Ok(statement),
            };
            let line = line.map_err(|what| format!("{path}: {what}"))?;
            module.body.push_str(&line_of(path, &line));
            module.body.push('\n');
        }
        // Functions are there before the first line has run, and so is this.
        let look = |(name, value): &(String, String)| format!("{name}: {{ get: () => {value} }}");
        let all: Vec<String> = exports.iter().map(look).collect();
        let head = format!("Object.defineProperties($exports, {{ {} }});\n", all.join(", "));
        module.body.insert_str(0, &head);
        Ok(module)
    }

    /// `import { a, b as c } from './x.js';`, `import x from`, `import * as x from`.
    fn import(&mut self, path: &str, statement: &str) -> Result<String, String> {
        let what = || format!("cannot bundle '{}'", first_line(statement));
        let from = last_quoted(statement).ok_or_else(what)?;
        let from = resolved(path, from);
        let clause = statement.trim_start_matches("import").rsplit_once("from").map(|(c, _)| c);
        let look = format!("$chuhe.require('{from}')");
        self.imports.push(from);
        let Some(clause) = clause.map(str::trim) else { return Ok(format!("{look};")) };
        if let Some(names) = braced(clause) {
            let names: Vec<String> = names.map(|(name, own)| format!("{name}: {own}")).collect();
            return Ok(format!("const {{ {} }} = {look};", names.join(", ")));
        }
        match clause.split_once(" as ") {
            Some(("*", name)) => Ok(format!("const {} = {look};", name.trim())),
            Some(_) => Err(what()),
            None if clause.chars().all(is_name) => {
                Ok(format!("const {{ default: {clause} }} = {look};"))
            }
            None => Err(what()),
        }
    }
}

/// `export function f`, `export class C`, `export const c`, `export { a as b }`,
/// `export default`.
fn export(statement: &str, exports: &mut Vec<(String, String)>) -> Result<String, String> {
    let what = || format!("cannot bundle '{}'", first_line(statement));
    let rest = statement["export".len()..].trim_start();
    if rest.starts_with('{') {
        let names = braced(rest).ok_or_else(what)?;
        exports.extend(names.map(|(own, name)| (name, own)));
        return Ok(String::new());
    }
    if let Some(value) = rest.strip_prefix("default ") {
        exports.push(("default".to_owned(), "$default".to_owned()));
        return Ok(format!("const $default = {value}"));
    }
    let declared = rest.strip_prefix("async ").unwrap_or(rest);
    let name = ["function* ", "function ", "class ", "const "]
        .iter()
        .find_map(|word| declared.strip_prefix(word))
        .map(|rest| rest.chars().take_while(|&sign| is_name(sign)).collect::<String>())
        .filter(|name| !name.is_empty())
        .ok_or_else(what)?;
    exports.push((name.clone(), name));
    Ok(rest.to_owned())
}

/// Minified modules end with their exports: `…;export{a as b};`.
fn glued(statement: &str, exports: &mut Vec<(String, String)>) -> Result<String, String> {
    let (code, tail) = statement.split_at(statement.rfind("export{").unwrap_or(0));
    export(tail, exports).map(|_| code.to_owned())
}

fn is_glued(statement: &str) -> bool {
    let tail = statement.rfind("export{").map(|place| &statement[place..]);
    tail.is_some_and(|tail| tail.trim_end().trim_end_matches(';').ends_with('}'))
}

/// The source without `/** … */`: they name types, which look like imports.
fn without_comments(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(begin) = rest.find("/**") {
        let (before, comment) = rest.split_at(begin);
        text.push_str(before);
        rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
    }
    text + rest
}

/// Lines, but an `import` or an `export {` of several lines as one, and no lines
/// that say nothing.
fn statements(source: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for line in source.lines() {
        if open {
            if let Some(last) = found.last_mut() {
                last.push(' ');
                last.push_str(line.trim());
            }
            open = !line.contains('}');
            continue;
        }
        let comment = line.trim_start().starts_with("// ") && !line.contains('`');
        if line.trim().is_empty() || comment {
            continue;
        }
        let list = line.starts_with("import {") || line.starts_with("export {");
        open = list && !line.contains('}');
        found.push(line.to_owned());
    }
    found
}

/// `import(…)` becomes a call of ours, with the path from the root.
fn line_of(path: &str, line: &str) -> String {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let text = line.replace("import(`./", &format!("$chuhe.import(`{folder}"));
    let mut parts = text.split("import('");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('\'').unwrap_or((part, ""));
        whole.push_str(&format!("$chuhe.import('{}'{rest}", resolved(path, name)));
    }
    whole
}

/// `{ a, b as c }` as pairs.
fn braced(clause: &str) -> Option<impl Iterator<Item = (String, String)>> {
    let inside = clause.trim().trim_end_matches(';').strip_prefix('{')?.strip_suffix('}')?;
    Some(inside.split(',').map(str::trim).filter(|name| !name.is_empty()).map(|name| {
        let (name, own) = name.split_once(" as ").unwrap_or((name, name));
        (name.trim().to_owned(), own.trim().to_owned())
    }))
}

fn last_quoted(statement: &str) -> Option<&str> {
    let text = statement.trim_end().trim_end_matches(';');
    let quote = text.chars().last().filter(|sign| matches!(sign, '\'' | '"'))?;
    text[..text.len() - 1].rsplit(quote).next()
}

fn first_line(statement: &str) -> String {
    statement.chars().take(60).collect()
}

fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '$')
}

/// A path as a module at `from` names it, from the root.
pub fn resolved(from: &str, name: &str) -> String {
    if let Some(whole) = name.strip_prefix('/') {
        return whole.to_owned();
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_exports_become_looks() {
        let source = "/** @typedef {import('./t.js').T} T */\n\
            import { a, b as c } from '../x.js';\nimport {\n  d,\n} from \"./y.js\";\n\
            import plot from './z.js';\nimport * as all from '/w.js';\nimport './v.js';\n\
            // said\nexport const one = 1;\nexport async function two() {}\n\
            export class Three {}\nexport { one as first };\nconst s = 'import';\n\
            const later = () => import('./page.js');\nconst any = (n) => import(`./${n}.js`);\n";
        let module = Module::read("p/m.js", source).unwrap();
        assert_eq!(module.imports, ["x.js", "p/y.js", "p/z.js", "w.js", "p/v.js"]);
        for line in [
            "const { a: a, b: c } = $chuhe.require('x.js');",
            "const { d: d } = $chuhe.require('p/y.js');",
            "const { default: plot } = $chuhe.require('p/z.js');",
            "const all = $chuhe.require('w.js');",
            "$chuhe.require('p/v.js');",
            "const one = 1;",
            "async function two() {}",
            "class Three {}",
            "const later = () => $chuhe.import('p/page.js');",
            "const any = (n) => $chuhe.import(`p/${n}.js`);",
            "two: { get: () => two }",
            "first: { get: () => one }",
        ] {
            assert!(module.body.contains(line), "{line}\n{}", module.body);
        }
        assert!(!module.body.contains("typedef") && !module.body.contains("// said"));
    }

    #[test]
    fn texts_and_minified_modules_fit_too() {
        let texts = Module::read("i18n/en/x.js", "export default {\n  'a': 'b',\n};\n").unwrap();
        assert!(texts.body.contains("const $default = {\n  'a': 'b',\n};"), "{}", texts.body);
        let small = Module::read("v.js", "const a=1,b=2;export{a as html,b};\n").unwrap();
        assert!(small.body.contains("html: { get: () => a }"), "{}", small.body);
        assert!(small.body.contains("const a=1,b=2;\n"), "{}", small.body);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for bad in [
            "export let a = 1;",
            "export * from './x.js';",
            "export { a } from './x.js';",
            "import a, { b } from './x.js';",
        ] {
            assert!(Module::read("m.js", bad).is_err(), "{bad}");
        }
    }
}
