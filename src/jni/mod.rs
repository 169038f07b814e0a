//! The bridge into the JobTracker's JVM: bytes and longs in, bytes and ints out, errors to exceptions.
//!
//! The Java half is `io.evenkeel.core.NativeCore`. This is the only place that names the `jni` crate. A job is a
//! number that is looked up (`handles`), so no wrong or old number can harm the JVM; every error and every
//! panic becomes an exception (`failure`). It decides nothing: each entry point hands over to [`crate::ledger`] or [`crate::report`].

mod failure;
mod handles;
mod logging;

use crate::histogram::Added;
use crate::ledger::{JobSpec, Ledger};
use crate::pace::Paces;
use crate::report::{Facts, html};
use failure::{Failure, Throw};
use handles::HANDLES;
use jni::objects::{JByteArray, JClass, JObjectArray, JString};
use jni::sys::{jint, jlong};
use jni::{Env, EnvUnowned};

/// The version, which the Java side compares with its own. Also starts the log buffer.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_version<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
) -> JString<'l> {
    env.with_env(|env| -> Result<_, Failure> {
        logging::start();
        Ok(env.new_string(env!("CARGO_PKG_VERSION"))?)
    })
    .resolve::<Throw>()
}

/// Starts a job from its JSON.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_open<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    spec: JByteArray<'l>,
) -> jlong {
    env.with_env(|env| -> Result<_, Failure> {
        let spec = bytes(env, &spec)?;
        HANDLES.open(Ledger::new(JobSpec::from_json(text(&spec)?)?)?)
    })
    .resolve::<Throw>()
}

/// Adds a map's report: 0 first, 1 duplicate, 2 after the table was made.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_addReport<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    handle: jlong,
    map: jint,
    report: JByteArray<'l>,
) -> jint {
    env.with_env(|env| -> Result<_, Failure> {
        let map = u32::try_from(map).map_err(|_| Failure::Argument("a map's number is not negative"))?;
        let report = bytes(env, &report)?;
        let added = HANDLES.with(handle, |ledger| ledger.add_report(map, &report))?;
        Ok(match added {
            Added::First => 0,
            Added::Duplicate => 1,
            Added::Late => 2,
        })
    })
    .resolve::<Throw>()
}

/// Takes over what is known of the slots' nodes, as JSON.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_pace<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    handle: jlong,
    paces: JByteArray<'l>,
) {
    env.with_env(|env| -> Result<_, Failure> {
        let paces = bytes(env, &paces)?;
        let paces = Paces::from_json(text(&paces)?)?;
        HANDLES.with(handle, |ledger| ledger.pace(&paces))
    })
    .resolve::<Throw>()
}

/// The next hints, or null.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_hint<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    handle: jlong,
) -> JByteArray<'l> {
    env.with_env(|env| -> Result<_, Failure> {
        match HANDLES.with(handle, Ledger::hint)? {
            Some(message) => Ok(env.byte_array_from_slice(&message)?),
            None => Ok(JByteArray::default()),
        }
    })
    .resolve::<Throw>()
}

/// The table.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_finalise<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    handle: jlong,
) -> JByteArray<'l> {
    env.with_env(|env| -> Result<_, Failure> {
        let table = HANDLES.with(handle, Ledger::finalise)?;
        Ok(env.byte_array_from_slice(&table)?)
    })
    .resolve::<Throw>()
}

/// What is known of the job, as JSON.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_snapshot<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    handle: jlong,
) -> JByteArray<'l> {
    env.with_env(|env| -> Result<_, Failure> {
        let snapshot = HANDLES.with(handle, |ledger| Ok(ledger.snapshot()))?;
        Ok(env.byte_array_from_slice(&json(&snapshot)?)?)
    })
    .resolve::<Throw>()
}

/// Frees the job.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_close<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    handle: jlong,
) {
    env.with_env(|_| -> Result<_, Failure> { HANDLES.close(handle) }).resolve::<Throw>()
}

/// A job's report as JSON, from the facts that the hook knows.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_report<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    facts: JByteArray<'l>,
) -> JByteArray<'l> {
    env.with_env(|env| -> Result<_, Failure> {
        let report = Facts::from_json(&bytes(env, &facts)?)?.into_report()?;
        Ok(env.byte_array_from_slice(&json(&report)?)?)
    })
    .resolve::<Throw>()
}

/// A job's report as a page, from the facts that the hook knows.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_page<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
    facts: JByteArray<'l>,
) -> JByteArray<'l> {
    env.with_env(|env| -> Result<_, Failure> {
        let report = Facts::from_json(&bytes(env, &facts)?)?.into_report()?;
        Ok(env.byte_array_from_slice(html::render(&report).as_bytes())?)
    })
    .resolve::<Throw>()
}

/// Log lines since the last call.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_evenkeel_core_NativeCore_drainLog<'l>(
    mut env: EnvUnowned<'l>,
    _class: JClass<'l>,
) -> JObjectArray<'l, JString<'l>> {
    env.with_env(|env| -> Result<_, Failure> {
        let lines = logging::drain();
        let array = JObjectArray::<JString>::new(env, lines.len(), JString::default())?;
        for (i, line) in lines.iter().enumerate() {
            let text = env.new_string(line)?;
            array.set_element(env, i, &text)?;
            env.delete_local_ref(text);
        }
        Ok(array)
    })
    .resolve::<Throw>()
}

/// A Java byte array's bytes; null is an error.
fn bytes(env: &Env<'_>, array: &JByteArray<'_>) -> Result<Vec<u8>, Failure> {
    if array.is_null() {
        return Err(Failure::Argument("a byte array is null"));
    }
    Ok(env.convert_byte_array(array)?)
}

/// A value as JSON.
fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(value).map_err(|error| Failure::Text(error.to_string()))
}

/// JSON as text.
fn text(json: &[u8]) -> Result<&str, Failure> {
    std::str::from_utf8(json).map_err(|_| Failure::Argument("the job's JSON is not UTF-8"))
}
