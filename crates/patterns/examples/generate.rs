//! Writes the source generated for the shipped patterns.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/generated.rs");
    std::fs::write(path, patterns::shipped::source())
}
