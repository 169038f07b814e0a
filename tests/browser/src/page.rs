//! One page of the browser, and all it complained about or asked the network for.

use crate::socket::Socket;
use crate::{Result, base64};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// A tab.
#[derive(Debug)]
pub struct Page {
    socket: Socket,
    session: String,
    last_id: u64,
    loaded: bool,
    complaints: Vec<String>,
    requests: Vec<String>,
}

impl Page {
    pub(crate) fn open_in(port: u16, path: &str) -> Result<Self> {
        let mut page = Self {
            socket: Socket::connect(port, path)?,
            session: String::new(),
            last_id: 0,
            loaded: false,
            complaints: Vec::new(),
            requests: Vec::new(),
        };
        let target = page.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = page.call("Target.attachToTarget", attach)?;
        page.session = text(&attached["sessionId"])?;
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(page)
    }

    /// Goes to `url` and waits until it has loaded.
    pub fn open(&mut self, url: &str) -> Result<()> {
        self.loaded = false;
        let reply = self.call("Page.navigate", json!({ "url": url }))?;
        if let Some(error) = reply["errorText"].as_str() {
            return Err(format!("{url}: {error}").into());
        }
        while !self.loaded {
            self.pump()?;
        }
        Ok(())
    }

    /// The value of a JavaScript expression; a promise is awaited.
    pub fn eval(&mut self, expression: &str) -> Result<Value> {
        let how = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let reply = self.call("Runtime.evaluate", how)?;
        match reply.get("exceptionDetails") {
            Some(details) => Err(format!("{expression}: {details}").into()),
            None => Ok(reply["result"]["value"].clone()),
        }
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str, at_most: Duration) -> Result<()> {
        let end = Instant::now() + at_most;
        while self.eval(expression)? != Value::Bool(true) {
            if Instant::now() > end {
                return Err(format!("not true within {at_most:?}: {expression}").into());
            }
            thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    /// The size of the window in CSS pixels; `phone` adds a touch screen and double pixels.
    pub fn size(&mut self, width: u32, height: u32, phone: bool) -> Result<()> {
        let scale = if phone { 2 } else { 1 };
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": phone});
        self.call("Emulation.setDeviceMetricsOverride", metrics)?;
        Ok(())
    }

    /// Shows the page to a reader who prefers `light` or `dark`, on `screen` or in `print`.
    pub fn media(&mut self, scheme: &str, medium: &str) -> Result<()> {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let media = json!({"media": medium, "features": features});
        self.call("Emulation.setEmulatedMedia", media)?;
        Ok(())
    }

    /// Switches scripts on or off for the pages opened from now on.
    pub fn scripts(&mut self, on: bool) -> Result<()> {
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": !on}))?;
        Ok(())
    }

    /// Presses a key such as `Tab` or `Enter`.
    pub fn press(&mut self, key: &str) -> Result<()> {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            _ => 0,
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", event)?;
        }
        Ok(())
    }

    /// Writes the whole page, not only what the window shows, to a PNG file.
    pub fn screenshot(&mut self, file: &Path) -> Result<()> {
        let how = json!({"format": "png", "captureBeyondViewport": true});
        let reply = self.call("Page.captureScreenshot", how)?;
        fs::write(file, base64::decode(&text(&reply["data"])?))?;
        Ok(())
    }

    /// Writes the page to a PDF file, as it would be printed on A4.
    pub fn print(&mut self, file: &Path) -> Result<()> {
        let paper = json!({"paperWidth": 8.27, "paperHeight": 11.69});
        let reply = self.call("Page.printToPDF", paper)?;
        fs::write(file, base64::decode(&text(&reply["data"])?))?;
        Ok(())
    }

    /// Errors and warnings on the console, exceptions, failed loads.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Every address the page asked for.
    pub fn requests(&self) -> &[String] {
        &self.requests
    }

    fn call(&mut self, method: &str, parameters: Value) -> Result<Value> {
        self.last_id += 1;
        let id = self.last_id;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(&message.to_string())?;
        loop {
            let reply = self.pump()?;
            if reply["id"] == id {
                return match reply.get("error") {
                    Some(error) => Err(format!("{method}: {error}").into()),
                    None => Ok(reply["result"].clone()),
                };
            }
        }
    }

    /// Takes one message and keeps what a test may ask for.
    fn pump(&mut self) -> Result<Value> {
        let message: Value = serde_json::from_str(&self.socket.receive()?)?;
        let about = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loaded = true,
            "Runtime.exceptionThrown" => self.complaints.push(about.to_string()),
            "Runtime.consoleAPICalled" if matches!(about["type"].as_str(), Some("error" | "warning")) => {
                self.complaints.push(about["args"].to_string());
            }
            "Log.entryAdded" if matches!(about["entry"]["level"].as_str(), Some("error" | "warning")) => {
                self.complaints.push(about["entry"].to_string());
            }
            "Network.requestWillBeSent" => self.requests.push(text(&about["request"]["url"])?),
            _ => {}
        }
        Ok(message)
    }
}

fn text(value: &Value) -> Result<String> {
    let found = value.as_str().ok_or_else(|| format!("expected text, found {value}"));
    Ok(found?.to_owned())
}
