//! Errors and panics, and how each becomes `io.evenkeel.core.CoreException`.

use jni::Env;
use jni::errors::ErrorPolicy;
use jni::strings::JNIString;
use std::any::Any;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The core refuses what was given.
    #[error(transparent)]
    Core(#[from] crate::Error),
    /// The Java side passed nonsense.
    #[error("{0}")]
    Argument(&'static str),
    /// The handle is not of an open job.
    #[error("handle {0} is not of an open job")]
    Handle(i64),
    /// The job's ledger panicked before and may be half-changed.
    #[error("this job's ledger broke in an earlier call")]
    Broken,
    /// Too many jobs are open.
    #[error("more than {0} jobs are open")]
    Full(usize),
    /// Anything else.
    #[error("{0}")]
    Text(String),
    /// The JVM refused something.
    #[error("JVM: {0}")]
    Jvm(#[from] jni::errors::Error),
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Failure::Text(text)
    }
}

/// Throws a `CoreException` for every error and panic, unless the JVM has thrown already.
pub(super) struct Throw;

impl<T: Default> ErrorPolicy<T, Failure> for Throw {
    type Captures<'unowned_env_local: 'native_method, 'native_method> = ();

    fn on_error<'unowned_env_local: 'native_method, 'native_method>(
        env: &mut Env<'unowned_env_local>,
        _cap: &mut (),
        failure: Failure,
    ) -> jni::errors::Result<T> {
        throw(env, &failure.to_string());
        Ok(T::default())
    }

    fn on_panic<'unowned_env_local: 'native_method, 'native_method>(
        env: &mut Env<'unowned_env_local>,
        _cap: &mut (),
        payload: Box<dyn Any + Send + 'static>,
    ) -> jni::errors::Result<T> {
        throw(env, &format!("panic: {}", text(&*payload)));
        // A payload's own drop could panic again.
        std::mem::forget(payload);
        Ok(T::default())
    }
}

fn text(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

/// `throw_new` reports success as the error "an exception is pending", which is what is wanted here.
fn throw(env: &mut Env<'_>, message: &str) {
    if !env.exception_check() {
        let class = JNIString::from("io/evenkeel/core/CoreException");
        let _ = env.throw_new(class, JNIString::from(message));
    }
}
