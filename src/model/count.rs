//! A whole number from 0, as the format's counters and identifiers use it.

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

/// A whole number in 0 ..= 2^53 − 1.
///
/// JSON knows one kind of number, and JSON Schema counts `3.0` as an integer; so does this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct Count(pub u64);

impl Count {
    /// The largest value that every JSON reader keeps exactly.
    pub const MAX: u64 = (1 << 53) - 1;
}

impl From<usize> for Count {
    fn from(value: usize) -> Self {
        Self(value as u64)
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::ops::AddAssign<u64> for Count {
    fn add_assign(&mut self, other: u64) {
        self.0 += other;
    }
}

struct WholeNumber;

impl Visitor<'_> for WholeNumber {
    type Value = Count;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a whole number from 0")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Count, E> {
        Ok(Count(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Count, E> {
        u64::try_from(value).map(Count).map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the guard leaves only whole numbers that fit"
    )]
    fn visit_f64<E: Error>(self, value: f64) -> Result<Count, E> {
        if value.fract() == 0.0 && (0.0..=Count::MAX as f64).contains(&value) {
            Ok(Count(value as u64))
        } else {
            Err(E::invalid_value(Unexpected::Float(value), &self))
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeNumber)
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn a_whole_float_is_a_count_and_a_fraction_is_not() {
        assert_eq!(serde_json::from_str::<Count>("3.0").ok(), Some(Count(3)));
        assert_eq!(serde_json::from_str::<Count>("9007199254740991").ok(), Some(Count(Count::MAX)));
        for bad in ["3.5", "-1", "1e300", "\"3\""] {
            assert!(serde_json::from_str::<Count>(bad).is_err(), "{bad}");
        }
    }
}
