//! Rights that were needed to open an interface and are not needed any more.

/// Gives up, for this thread and those it starts, every right beyond those of an ordinary user, except that of reaching the files
/// of others, which whoever runs as root needs to write the recording. Where the system has no such thing nothing happens: see
/// `docs/live.md`.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn drop_privileges() {
    use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};
    let Ok(held) = capabilities(None) else { return };
    let kept = held.permitted & (CapabilitySet::DAC_OVERRIDE | CapabilitySet::DAC_READ_SEARCH);
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    // Giving up rights is always allowed; should it fail, the capture runs with those that it was started with.
    let _ = set_capabilities(None, sets);
}

/// Nothing is given up here.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub const fn drop_privileges() {}
