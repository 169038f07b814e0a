//! What a map task tells when it is done (Section 4, step 1).

use super::Counts;
use super::put_varint;
use super::reader::Reader;
use crate::error::{Error, Result};

const MAGIC: &[u8; 4] = b"EKR\x01";
const LOADS: u8 = 1;
const BYTES: u8 = 2;
const HEAVY: u8 = 3;
const STATISTICS: u8 = 4;

/// Most bytes of a heavy key's text.
pub const KEY_LIMIT: usize = 64;

/// A report, read in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<'a> {
    /// Load of each group: pairs the map emitted, or the custom load.
    pub loads: Counts<'a>,
    /// Bytes of each group in the map's output.
    pub bytes: Option<Counts<'a>>,
    /// The map's heaviest keys.
    pub heavy: HeavyKeys<'a>,
    /// The user's statistics, not interpreted here.
    pub statistics: Option<&'a [u8]>,
}

impl<'a> Report<'a> {
    /// Reads a message of a job with `groups` groups. Allocates nothing.
    pub fn decode(bytes: &'a [u8], groups: u32) -> Result<Self> {
        let mut reader = Reader::new("report", bytes);
        reader.magic(MAGIC, "\"EKR\" and version 1")?;
        let sections = reader.varint("the number of sections")?;
        let mut found: [Option<&'a [u8]>; 5] = [None; 5];
        let mut seen = [false; 256];
        for _ in 0..sections {
            let kind = reader.byte("the type of a section")?;
            let length = reader.varint("the length of a section")?;
            let body = reader.take(length, "as many bytes as the section's length says")?;
            if std::mem::replace(&mut seen[usize::from(kind)], true) {
                return reader.fail("each type of section once");
            }
            if let Some(place) = found.get_mut(usize::from(kind)) {
                *place = Some(body);
            }
        }
        reader.end()?;
        let counts = |kind: u8| found[usize::from(kind)].map(|body| sized(body, groups)).transpose();
        let Some(loads) = counts(LOADS)? else {
            return reader.fail("a section with the loads");
        };
        let heavy = match found[usize::from(HEAVY)] {
            Some(body) => HeavyKeys::decode(body, groups)?,
            None => HeavyKeys { count: 0, payload: &[] },
        };
        let statistics = found[usize::from(STATISTICS)];
        Ok(Report { loads, bytes: counts(BYTES)?, heavy, statistics })
    }
}

fn sized(body: &[u8], groups: u32) -> Result<Counts<'_>> {
    let counts = Counts::decode(body)?;
    if counts.len() != groups as usize {
        let (expected, found) = (groups.into(), counts.len() as u64);
        return Err(Error::WrongGroups { expected, found });
    }
    Ok(counts)
}

/// A key with many pairs, as one map counted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeavyKey<'a> {
    /// The key's group.
    pub group: u32,
    /// At most so many pairs.
    pub load: u64,
    /// `load − error` is the least there can be.
    pub error: u64,
    /// The key as text, at most [`KEY_LIMIT`] bytes.
    pub key: &'a str,
}

/// The heavy keys of a report, checked and read in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeavyKeys<'a> {
    count: u64,
    payload: &'a [u8],
}

impl<'a> HeavyKeys<'a> {
    fn decode(body: &'a [u8], groups: u32) -> Result<Self> {
        let mut reader = Reader::new("heavy keys", body);
        let count = reader.varint("the number of keys")?;
        let payload = reader.clone().rest();
        for _ in 0..count {
            let key = read_key(&mut reader)?;
            if key.group >= groups {
                return reader.fail("a group below the number of groups");
            }
        }
        reader.end()?;
        Ok(HeavyKeys { count, payload })
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The keys, in the order of the message.
    pub fn iter(&self) -> impl Iterator<Item = HeavyKey<'a>> + use<'a> {
        let mut reader = Reader::new("heavy keys", self.payload);
        (0..self.count).map_while(move |_| read_key(&mut reader).ok())
    }
}

fn read_key<'a>(reader: &mut Reader<'a>) -> Result<HeavyKey<'a>> {
    let group = reader.varint("the group of a key")?;
    let Ok(group) = u32::try_from(group) else {
        return reader.fail("a group below 2^32");
    };
    let load = reader.varint("the load of a key")?;
    let error = reader.varint("the error of a load")?;
    if error > load {
        return reader.fail("an error that is not above its load");
    }
    let length = reader.varint("the length of a key")?;
    if length > KEY_LIMIT as u64 {
        return reader.fail("a key of at most 64 bytes");
    }
    let text = reader.take(length, "as many bytes as the key's length says")?;
    match std::str::from_utf8(text) {
        Ok(key) => Ok(HeavyKey { group, load, error, key }),
        Err(_) => reader.fail("a key in UTF-8"),
    }
}

/// Writes a report; maps do it in Java, tests and the simulator here.
#[derive(Debug, Clone, Default)]
pub struct ReportBuilder {
    sections: u64,
    body: Vec<u8>,
}

impl ReportBuilder {
    /// A report of these loads.
    pub fn new(loads: &[u64]) -> Self {
        ReportBuilder::default().counts(LOADS, loads)
    }

    /// Adds the bytes of each group.
    pub fn bytes(self, bytes: &[u64]) -> Self {
        self.counts(BYTES, bytes)
    }

    /// Adds heavy keys; a longer key is cut at [`KEY_LIMIT`] bytes.
    pub fn heavy(self, keys: &[HeavyKey<'_>]) -> Self {
        let mut body = Vec::new();
        put_varint(&mut body, keys.len() as u64);
        for key in keys {
            let cut = (0..=KEY_LIMIT.min(key.key.len())).rev();
            let end = cut.into_iter().find(|&end| key.key.is_char_boundary(end)).unwrap_or(0);
            put_varint(&mut body, key.group.into());
            put_varint(&mut body, key.load);
            put_varint(&mut body, key.error);
            put_varint(&mut body, end as u64);
            body.extend(&key.key.as_bytes()[..end]);
        }
        self.section(HEAVY, &body)
    }

    /// Adds the user's statistics.
    pub fn statistics(self, bytes: &[u8]) -> Self {
        self.section(STATISTICS, bytes)
    }

    fn counts(self, kind: u8, loads: &[u64]) -> Self {
        let mut body = Vec::new();
        Counts::encode(loads, &mut body);
        self.section(kind, &body)
    }

    fn section(mut self, kind: u8, body: &[u8]) -> Self {
        self.sections += 1;
        self.body.push(kind);
        put_varint(&mut self.body, body.len() as u64);
        self.body.extend(body);
        self
    }

    /// The message.
    pub fn build(self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put_varint(&mut out, self.sections);
        out.extend(self.body);
        out
    }
}
