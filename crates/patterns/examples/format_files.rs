//! Writes pattern files in their canonical form, in place.

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let (nodes, found) = patterns::syntax::parse(&text);
        if found.is_empty() {
            std::fs::write(&path, patterns::format::format(&nodes))?;
        }
    }
    Ok(())
}
