//! The thread that writes a recording while it is read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Stops the thread when the last reader is gone, and waits until what it wrote is whole.
pub(super) struct Producer {
    flag: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Producer {
    /// Starts `work`, which ends soon after the flag that it is given is set.
    pub(super) fn start(name: &str, work: impl FnOnce(&AtomicBool) + Send + 'static) -> std::io::Result<Arc<Self>> {
        let flag = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&flag);
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || work(&told))?;
        Ok(Arc::new(Self { flag, thread: Mutex::new(Some(thread)) }))
    }

    /// Tells the thread to end.
    pub(super) fn stop(&self) {
        self.flag.store(true, Ordering::Release);
    }
}

impl Drop for Producer {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
    }
}
