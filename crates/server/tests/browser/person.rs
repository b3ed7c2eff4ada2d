//! Somebody in front of the page. Everything he does is real input; everything he
//! waits for must appear, or the test fails and shows what the page shows.

use std::cell::RefCell;
use std::sync::Arc;

use browser::{Fault, Profile, Tab};
use serde_json::{Value, json};

/// More keys than any page has stops.
const MOST_STOPS: usize = 120;

/// A person with one tab.
pub struct Person {
    tab: Tab,
    profile: Arc<Profile>,
    site: String,
    forgiven: RefCell<bool>,
}

/// The selector of a name given for tests.
pub fn named(test: &str) -> String {
    format!("[data-test=\"{test}\"]")
}

/// The selector of a square of the board.
pub fn square(at: &str) -> String {
    format!("[data-square=\"{at}\"]")
}

#[track_caller]
fn done<T>(result: Result<T, Fault>) -> T {
    match result {
        Ok(value) => value,
        Err(fault) => panic!("{fault}"),
    }
}

impl Person {
    pub fn new(tab: Tab, profile: Arc<Profile>, site: String) -> Person {
        Person { tab, profile, site, forgiven: RefCell::new(false) }
    }

    pub fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// Goes to a page and waits until it is drawn.
    #[track_caller]
    pub fn go(&self, path: &str) {
        done(self.tab.open(&format!("{}{path}", self.site)));
        self.sees_some("main[data-test^=\"page-\"] h1");
    }

    #[track_caller]
    pub fn reload(&self) {
        done(self.tab.reload());
        self.sees_some("main[data-test^=\"page-\"] h1");
    }

    #[track_caller]
    pub fn to_front(&self) {
        done(self.tab.show());
    }

    /// Clicks what has this name.
    #[track_caller]
    pub fn click(&self, test: &str) {
        done(self.tab.click(&named(test)));
    }

    #[track_caller]
    pub fn click_on(&self, selector: &str) {
        done(self.tab.click(selector));
    }

    #[track_caller]
    pub fn hover_over(&self, selector: &str) {
        done(self.tab.hover(selector));
    }

    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        done(self.tab.drag(from, to));
    }

    #[track_caller]
    pub fn right_drag(&self, from: &str, to: &str) {
        done(self.tab.right_drag(from, to));
    }

    #[track_caller]
    pub fn long_press(&self, from: &str, until: &str, to: &str) {
        done(self.tab.long_press(from, until, to));
    }

    #[track_caller]
    pub fn tap(&self, selector: &str) {
        done(self.tab.tap(selector));
    }

    #[track_caller]
    pub fn key(&self, key: &str) {
        done(self.tab.key(key));
    }

    /// Replaces the content of a field.
    #[track_caller]
    pub fn fill(&self, test: &str, text: &str) {
        self.click(test);
        self.value(&format!("document.querySelector('{}').select()", named(test)));
        done(self.tab.paste(text));
    }

    /// Chooses from a list by the arrow keys.
    #[track_caller]
    pub fn choose(&self, test: &str, wanted: &str) {
        self.sees(test);
        let list = format!("document.querySelector('{}')", named(test));
        self.value(&format!("{list}.focus()"));
        let place = |script: &str| self.value(script).as_i64().unwrap_or(-1);
        let goal = place(&format!("[...{list}.options].findIndex((o) => o.value === '{wanted}')"));
        assert!(goal >= 0, "{test} has no choice {wanted}");
        for _ in 0..MOST_STOPS {
            let now = place(&format!("{list}.selectedIndex"));
            if now == goal {
                return;
            }
            self.key(if now < goal { "ArrowDown" } else { "ArrowUp" });
        }
        panic!("the arrow keys never reach {wanted} in {test}");
    }

    /// Presses Tab until something is reached.
    #[track_caller]
    pub fn tab_to(&self, selector: &str) {
        let reached = format!("document.activeElement.matches({})", json!(selector));
        for _ in 0..MOST_STOPS {
            if self.value(&reached) == true {
                return;
            }
            self.key("Tab");
        }
        panic!("the Tab key never reaches {selector}");
    }

    /// Waits until something with this name is there.
    #[track_caller]
    pub fn sees(&self, test: &str) {
        self.sees_some(&named(test));
    }

    #[track_caller]
    pub fn sees_some(&self, selector: &str) {
        self.wait(&format!("document.querySelector({}) !== null", json!(selector)));
    }

    #[track_caller]
    pub fn sees_no(&self, test: &str) {
        self.wait(&format!("document.querySelector({}) === null", json!(named(test))));
    }

    /// Waits until a piece stands on a square.
    #[track_caller]
    pub fn sees_piece(&self, at: &str, letter: &str) {
        self.sees_some(&format!("[data-piece=\"{at}\"][data-letter=\"{letter}\"]"));
    }

    #[track_caller]
    pub fn wait(&self, condition: &str) {
        done(self.tab.wait(condition));
    }

    /// What a script on the page says.
    #[track_caller]
    pub fn value(&self, script: &str) -> Value {
        done(self.tab.evaluate(script))
    }

    /// The words of what has this name.
    #[track_caller]
    pub fn text(&self, test: &str) -> String {
        self.sees(test);
        let script = format!("document.querySelector('{}').textContent.trim()", named(test));
        self.value(&script).as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn attribute(&self, test: &str, name: &str) -> String {
        self.sees(test);
        let script = format!("document.querySelector('{}').getAttribute('{name}')", named(test));
        self.value(&script).as_str().unwrap_or_default().to_owned()
    }

    pub fn count(&self, selector: &str) -> u64 {
        let script = format!("document.querySelectorAll({}).length", json!(selector));
        self.value(&script).as_u64().unwrap_or_default()
    }

    /// Asks the server from the page, for what a person would know or prepare.
    #[track_caller]
    pub fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let content = if method == "GET" { Value::Null } else { json!(body.to_string()) };
        let script = format!(
            "fetch('{path}', {{ method: '{method}', body: {content}, \
             headers: {{ 'content-type': 'application/json' }} }})\
             .then(async (r) => r.ok ? r.json().catch(() => null) : Promise.reject(new Error(await r.text())))"
        );
        self.value(&script)
    }

    /// The game whose page is open.
    pub fn game_id(&self) -> String {
        self.wait("location.pathname.startsWith('/play/')");
        self.value("location.pathname.split('/')[2]").as_str().unwrap_or_default().to_owned()
    }

    /// The game as the server knows it.
    pub fn game(&self) -> Value {
        self.ask("GET", &format!("/api/games/{}", self.game_id()), &Value::Null)
    }

    /// Waits until he may move or the game is over; true if it goes on.
    #[track_caller]
    pub fn may_move(&self) -> bool {
        self.wait("document.querySelector('[data-test=result], chuhe-board .cell.live') !== null");
        self.count("[data-test=result]") == 0
    }

    /// Plays a ply by clicking on the board and waits until it is in the list.
    #[track_caller]
    pub fn play(&self, from: &str, to: Option<&str>) {
        let before = self.count("[data-test^=\"ply-\"]");
        self.click_on(&square(from));
        if let Some(to) = to {
            self.click_on(&square(to));
        }
        self.sees(&format!("ply-{}", before + 1));
    }

    /// From now on the console may complain: the test provokes it.
    pub fn forgive(&self) {
        *self.forgiven.borrow_mut() = true;
    }
}

impl Drop for Person {
    /// Whatever a test does, the page must not have failed behind its back.
    fn drop(&mut self) {
        let complaints = self.tab.complaints();
        if !std::thread::panicking() && !*self.forgiven.borrow() {
            assert!(complaints.is_empty(), "the console complains: {complaints:#?}");
        }
    }
}
