//! One tab: going somewhere, asking the page, waiting, taking its picture.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::launch::Process;
use crate::{Fault, base64};

/// How long something may take to be seen. Generous: a loaded machine is not a fault.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(50);

/// The size of a window in CSS pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
    /// Whether it is a phone's: touch, and the page's own idea of its width.
    pub phone: bool,
}

impl Size {
    /// A usual window on a desk.
    pub const DESKTOP: Size = Size { width: 1400, height: 900, phone: false };
    /// The narrowest phone that counts.
    pub const PHONE: Size = Size { width: 360, height: 740, phone: true };
}

/// A tab of the browser; closed when dropped.
pub struct Tab {
    process: Arc<Process>,
    target: String,
    session: String,
}

impl Tab {
    pub(crate) fn new(
        process: Arc<Process>,
        target: String,
        session: String,
        size: Size,
    ) -> Result<Tab, Fault> {
        let tab = Tab { process, target, session };
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            tab.call(domain, json!({}))?;
        }
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))?;
        tab.resize(size)?;
        Ok(tab)
    }

    pub(crate) fn call(&self, method: &str, params: Value) -> Result<Value, Fault> {
        self.process.connection.call(Some(&self.session), method, params)
    }

    /// Gives the window another size.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn resize(&self, size: Size) -> Result<(), Fault> {
        let metrics = json!({ "width": size.width, "height": size.height,
            "deviceScaleFactor": if size.phone { 2 } else { 1 }, "mobile": size.phone });
        self.call("Emulation.setDeviceMetricsOverride", metrics)?;
        let touch = json!({ "enabled": size.phone, "maxTouchPoints": 1 });
        self.call("Emulation.setTouchEmulationEnabled", touch).map(drop)
    }

    /// Goes to an address and waits until it is loaded.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub fn open(&self, url: &str) -> Result<(), Fault> {
        let answer = self.call("Page.navigate", json!({ "url": url }))?;
        if let Some(error) = answer["errorText"].as_str() {
            let message = format!("{url}: {error}");
            return Err(Fault::Refused { method: "Page.navigate".to_owned(), message });
        }
        self.wait("location.href !== 'about:blank' && document.readyState === 'complete'")
    }

    /// Loads the page anew.
    ///
    /// # Errors
    /// If it does not come.
    pub fn reload(&self) -> Result<(), Fault> {
        self.evaluate("window.isOld = true")?;
        self.call("Page.reload", json!({}))?;
        self.wait("window.isOld === undefined && document.readyState === 'complete'")
    }

    /// The value of a script on the page, awaited if it is a promise.
    ///
    /// # Errors
    /// If it throws.
    pub fn evaluate(&self, script: &str) -> Result<Value, Fault> {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true,
            "userGesture": true });
        let mut answer = self.call("Runtime.evaluate", params)?;
        let details = &answer["exceptionDetails"];
        if details.is_null() {
            return Ok(answer["result"]["value"].take());
        }
        let thrown = details["exception"]["description"].as_str().or(details["text"].as_str());
        let message = thrown.unwrap_or("something").to_owned();
        Err(Fault::Script { script: script.chars().take(300).collect(), message })
    }

    /// Waits until a condition on the page, or the promise of one, is true.
    ///
    /// # Errors
    /// If that does not happen in a long time; says what the page shows instead.
    pub fn wait(&self, condition: &str) -> Result<(), Fault> {
        self.until(condition, || {
            // Between two pages there is none to ask.
            let now = self.evaluate(&format!("Promise.resolve({condition}).then(Boolean)"));
            now.map_or_else(
                |fault| Err(fault.to_string()),
                |value| {
                    if value == true { Ok(()) } else { Err("not so".to_owned()) }
                },
            )
        })
    }

    /// Tries until it works out.
    pub(crate) fn until<T>(
        &self,
        what: &str,
        mut attempt: impl FnMut() -> Result<T, String>,
    ) -> Result<T, Fault> {
        let end = Instant::now() + PATIENCE;
        loop {
            match attempt() {
                Ok(value) => return Ok(value),
                Err(why) if Instant::now() > end => {
                    let state = format!("{why}\n{}", self.state());
                    return Err(Fault::Waited { what: what.to_owned(), state });
                }
                Err(_) => thread::sleep(POLL),
            }
        }
    }

    /// What the page shows, for messages.
    fn state(&self) -> String {
        let script = "`${location.href}\\n${document.body.innerText.slice(0, 1500)}`";
        let shown = self.evaluate(script).ok();
        let shown = shown.as_ref().and_then(Value::as_str).unwrap_or("no page").to_owned();
        let complaints = self.process.connection.complaints(&self.session).join("\n");
        format!("the page shows {shown}\nthe console says: {complaints}")
    }

    /// Milliseconds of processor time that the page's main thread has worked so far: a
    /// busy machine makes a page slower, but not this.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn worked(&self) -> Result<f64, Fault> {
        self.call("Performance.enable", json!({ "timeDomain": "threadTicks" }))?;
        let answer = self.call("Performance.getMetrics", json!({}))?;
        let metrics = answer["metrics"].as_array().map_or(&[][..], Vec::as_slice);
        let task = metrics.iter().find(|metric| metric["name"] == "TaskDuration");
        Ok(task.and_then(|task| task["value"].as_f64()).unwrap_or_default() * 1e3)
    }

    /// The page as a PNG picture: what the window shows, or all of it.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn picture(&self, whole: bool) -> Result<Vec<u8>, Fault> {
        let mut params = json!({ "format": "png" });
        if whole {
            let metrics = self.call("Page.getLayoutMetrics", json!({}))?;
            let content = &metrics["cssContentSize"];
            params["captureBeyondViewport"] = json!(true);
            params["clip"] = json!({ "x": 0, "y": 0, "scale": 1,
                "width": content["width"], "height": content["height"] });
        }
        let answer = self.call("Page.captureScreenshot", params)?;
        Ok(base64::decode(answer["data"].as_str().unwrap_or_default()))
    }

    /// Brings the tab to the front.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn show(&self) -> Result<(), Fault> {
        self.call("Page.bringToFront", json!({})).map(drop)
    }

    /// Errors on the page's console since the last time: uncaught exceptions,
    /// failed requests, refusals by the page's security policy.
    pub fn complaints(&self) -> Vec<String> {
        self.process.connection.complaints(&self.session)
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        let close = json!({ "targetId": self.target });
        let _ = self.process.connection.call(None, "Target.closeTarget", close);
    }
}
