//! Finding and starting the browser.

use crate::page::Page;
use crate::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

/// A running browser with an empty profile of its own. Both end when it is dropped.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    profile: PathBuf,
    port: u16,
    path: String,
}

impl Browser {
    /// Starts the browser that `EVENKEEL_CHROMIUM` names, else `chromium`, `chromium-browser` or
    /// `google-chrome` on the `PATH`.
    pub fn launch() -> Result<Self> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let program = find()?;
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = env::temp_dir().join(format!("evenkeel-browser-{}-{number}", process::id()));
        fs::create_dir_all(&profile)?;
        let child = Command::new(&program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{}: {e}", program.display()))?;
        let mut browser = Self { child, profile, port: 0, path: String::new() };
        browser.await_port()?;
        Ok(browser)
    }

    /// A new, empty page.
    pub fn page(&self) -> Result<Page> {
        Page::open_in(self.port, &self.path)
    }

    /// The browser writes its port and the path of its socket into its profile.
    fn await_port(&mut self) -> Result<()> {
        let file = self.profile.join("DevToolsActivePort");
        let end = Instant::now() + Duration::from_secs(60);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait()? {
                return Err(format!("the browser ended at once: {status}").into());
            }
            let text = fs::read_to_string(&file).unwrap_or_default();
            if let Some((port, path)) = text.split_once('\n') {
                self.port = port.parse()?;
                self.path = path.trim().to_owned();
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err("the browser did not open its port within 60 s".into())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its helpers may still write for a moment.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

fn find() -> Result<PathBuf> {
    if let Some(named) = env::var_os("EVENKEEL_CHROMIUM") {
        return Ok(named.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| env::split_paths(&path).map(move |dir| dir.join(name)))
        .find(|file| Path::is_file(file))
        .ok_or_else(|| {
            Error::from(
                "no chromium on the PATH: install it (Debian: apt-get install chromium) \
                 or name one in EVENKEEL_CHROMIUM",
            )
        })
}
