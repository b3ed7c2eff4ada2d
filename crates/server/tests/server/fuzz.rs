//! Malformed input, a little of it in every test run; the example `fuzz_http`
//! does the same for as long as wanted.

use game::Rng;

use crate::client::{Client, human};
use crate::{config, start_with};

#[path = "malformed.rs"]
mod malformed;

#[test]
fn malformed_input_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Some(folder.path().join("archive.sqlite"));
    let (server, mut canary) = start_with(server::Config { archive, ..config() });
    let wish = serde_json::json!({"game": "xiangqi", "first": human(), "second": human()});
    let game = canary.post("/api/games", &wish).good();
    let id = game["id"].as_str().unwrap().to_owned();
    let mut dice = Rng::new(20_240_607);
    for _ in 0..400 {
        malformed::http(server.address(), &mut dice, &id, None);
    }
    for _ in 0..100 {
        malformed::socket(server.address(), &mut dice, &id, None);
    }
    let again = canary.get(&format!("/api/games/{id}")).good();
    assert_eq!(again["plies"], game["plies"]);
    assert_eq!(Client::new(server.address()).get("/api/about").status, 200);
}
