//! Pointer, touch and keys, as the browser gets them from a person.

use serde_json::{Value, json};

use crate::{Fault, Tab};

/// Where to touch an element: its middle, once it stands still, is enabled and is
/// what a pointer would hit there.
const FIND: &str = r"(async (selector) => {
  const element = document.querySelector(selector);
  if (element === null) return 'is not there';
  if (element.disabled) return 'is disabled';
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width, height };
  };
  const reached = ({ x, y }) => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return 'is outside the window';
    const labels = [...(element.labels ?? [])];
    if (element.contains(hit) || labels.some((label) => label.contains(hit))) return null;
    return `is covered by ${hit.cloneNode(false).outerHTML}`;
  };
  if (middle().width === 0 || middle().height === 0) return 'has no size';
  if (reached(middle()) !== null) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const first = middle();
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 200); });
  await frame();
  await frame();
  const second = middle();
  if (!element.isConnected) return 'is gone';
  if (first.x !== second.x || first.y !== second.y) return 'is moving';
  return reached(second) ?? second;
})";

impl Tab {
    /// Presses the mouse button on an element and lets it go.
    ///
    /// # Errors
    /// If the element does not become reachable.
    pub fn click(&self, selector: &str) -> Result<(), Fault> {
        let at = self.find(selector)?;
        self.mouse("mouseMoved", at, 0)?;
        self.mouse("mousePressed", at, 1)?;
        self.mouse("mouseReleased", at, 0)
    }

    /// Moves the mouse over an element.
    ///
    /// # Errors
    /// If the element does not become reachable.
    pub fn hover(&self, selector: &str) -> Result<(), Fault> {
        let at = self.find(selector)?;
        self.mouse("mouseMoved", at, 0)
    }

    /// Drags from one element to another with the mouse.
    ///
    /// # Errors
    /// If one of them does not become reachable.
    pub fn drag(&self, from: &str, to: &str) -> Result<(), Fault> {
        self.find(to)?;
        let (start, end) = (self.find(from)?, self.place(to)?);
        self.mouse("mouseMoved", start, 0)?;
        self.mouse("mousePressed", start, 1)?;
        for step in 1..=4 {
            let part = |from: f64, to: f64| from + (to - from) * f64::from(step) / 4.0;
            self.mouse("mouseMoved", (part(start.0, end.0), part(start.1, end.1)), 1)?;
        }
        self.mouse("mouseReleased", end, 0)
    }

    /// Drags with the right mouse button; from an element to itself it is a click.
    ///
    /// # Errors
    /// If one of them does not become reachable.
    pub fn right_drag(&self, from: &str, to: &str) -> Result<(), Fault> {
        self.find(to)?;
        let (start, end) = (self.find(from)?, self.place(to)?);
        let event = |kind: &str, (x, y): (f64, f64), buttons: u8| {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "right",
                "buttons": buttons, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event).map(drop)
        };
        event("mousePressed", start, 2)?;
        event("mouseMoved", end, 2)?;
        event("mouseReleased", end, 0)
    }

    /// Rests with a finger on an element until a condition holds, draws it to another and
    /// lifts it.
    ///
    /// # Errors
    /// If one of them does not become reachable.
    pub fn long_press(&self, from: &str, until: &str, to: &str) -> Result<(), Fault> {
        self.find(to)?;
        let (start, end) = (self.find(from)?, self.place(to)?);
        let touch = |kind: &str, points: Value| {
            let event = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", event).map(drop)
        };
        touch("touchStart", json!([{ "x": start.0, "y": start.1 }]))?;
        self.wait(until)?;
        touch("touchMove", json!([{ "x": end.0, "y": end.1 }]))?;
        touch("touchEnd", json!([]))
    }

    /// Touches an element with a finger.
    ///
    /// # Errors
    /// If the element does not become reachable.
    pub fn tap(&self, selector: &str) -> Result<(), Fault> {
        let (x, y) = self.find(selector)?;
        let start = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        self.call("Input.dispatchTouchEvent", start)?;
        let end = json!({ "type": "touchEnd", "touchPoints": [] });
        self.call("Input.dispatchTouchEvent", end).map(drop)
    }

    /// Presses a key: a name such as `ArrowLeft`, or a character.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn key(&self, key: &str) -> Result<(), Fault> {
        let mut event = key_event(key);
        event["type"] = json!("keyDown");
        self.call("Input.dispatchKeyEvent", event.clone())?;
        event["type"] = json!("keyUp");
        if let Some(event) = event.as_object_mut() {
            event.remove("text");
        }
        self.call("Input.dispatchKeyEvent", event).map(drop)
    }

    /// Puts a text where the cursor stands, as pasting does.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn paste(&self, text: &str) -> Result<(), Fault> {
        self.call("Input.insertText", json!({ "text": text })).map(drop)
    }

    fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u8) -> Result<(), Fault> {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
            "clickCount": u8::from(kind != "mouseMoved") });
        self.call("Input.dispatchMouseEvent", event).map(drop)
    }

    /// The middle of an element that can be reached.
    fn find(&self, selector: &str) -> Result<(f64, f64), Fault> {
        let script = format!("{FIND}({})", json!(selector));
        self.until(selector, || {
            let found = self.evaluate(&script).map_err(|fault| fault.to_string())?;
            point(&found).ok_or_else(|| found.as_str().unwrap_or("is not there").to_owned())
        })
    }

    /// The middle of an element where it is now.
    fn place(&self, selector: &str) -> Result<(f64, f64), Fault> {
        let script = format!(
            "(() => {{ const {{ x, y, width, height }} = document.querySelector({})\
             .getBoundingClientRect(); return {{ x: x + width / 2, y: y + height / 2 }}; }})()",
            json!(selector)
        );
        let found = self.evaluate(&script)?;
        let gone = || Fault::Waited { what: selector.to_owned(), state: "it is gone".to_owned() };
        point(&found).ok_or_else(gone)
    }
}

fn point(value: &Value) -> Option<(f64, f64)> {
    Some((value["x"].as_f64()?, value["y"].as_f64()?))
}

/// What the browser wants to know about a key. Keys that write carry their text.
fn key_event(key: &str) -> Value {
    let (code, number, text) = match key {
        "Enter" => ("Enter", 13, Some("\r")),
        "Tab" => ("Tab", 9, None),
        "Escape" => ("Escape", 27, None),
        " " => ("Space", 32, Some(" ")),
        "Delete" => ("Delete", 46, None),
        "Backspace" => ("Backspace", 8, None),
        "Home" => ("Home", 36, None),
        "End" => ("End", 35, None),
        "ArrowLeft" => ("ArrowLeft", 37, None),
        "ArrowUp" => ("ArrowUp", 38, None),
        "ArrowRight" => ("ArrowRight", 39, None),
        "ArrowDown" => ("ArrowDown", 40, None),
        other => ("", other.bytes().next().map_or(0, |b| b.to_ascii_uppercase()), Some(other)),
    };
    let mut event = json!({ "key": key, "code": code, "windowsVirtualKeyCode": number });
    if let Some(text) = text {
        event["text"] = json!(text);
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_write_carry_their_text() {
        assert_eq!(key_event("Enter")["text"], "\r");
        assert_eq!(key_event("k")["text"], "k");
        assert_eq!(key_event("k")["windowsVirtualKeyCode"], 75);
        assert_eq!(key_event("ArrowUp").get("text"), None);
    }
}
