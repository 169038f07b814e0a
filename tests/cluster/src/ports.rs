//! Free ports, below the range that the kernel hands to outgoing connections, so that none is taken
//! between the moment it is chosen and the moment a daemon binds it.

use crate::error::{Error, Result};
use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::{Ipv4Addr, TcpListener};

const FIRST: u64 = 10_000;
const LAST: u64 = 32_000;

/// Gives out ports, each once.
#[derive(Debug, Default)]
pub struct Ports {
    given: HashSet<u16>,
}

impl Ports {
    /// A port that nobody listens on, on any address of this machine.
    pub fn free(&mut self) -> Result<u16> {
        let random = RandomState::new();
        for attempt in 0..10_000_u32 {
            let port = (FIRST + random.hash_one(attempt) % (LAST - FIRST)) as u16;
            let unused =
                !self.given.contains(&port) && TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).is_ok();
            if unused {
                self.given.insert(port);
                return Ok(port);
            }
        }
        Err(Error::new("no free port between 10000 and 32000"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_not_given() {
        let mut ports = Ports::default();
        let taken = ports.free().unwrap();
        let _held = TcpListener::bind((Ipv4Addr::LOCALHOST, taken)).unwrap();
        let mut others = Ports::default();
        for _ in 0..50 {
            assert_ne!(others.free().unwrap(), taken);
        }
    }
}
