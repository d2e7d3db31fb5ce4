//! Finding ids: a prefix, a hyphen, three digits ("Finding").

use crate::model::Category;

/// Which category each prefix belongs to.
const PREFIXES: [(&str, Category); 13] = [
    ("SEC", Category::Security),
    ("PROJ", Category::Project),
    ("CODE", Category::CodeQuality),
    ("RUST", Category::CodeQuality),
    ("PY", Category::CodeQuality),
    ("GO", Category::CodeQuality),
    ("FE", Category::CodeQuality),
    ("QA", Category::CodeQuality),
    ("CALL", Category::CallTree),
    ("DOC", Category::Documentation),
    ("CMT", Category::PrComments),
    ("DEP", Category::Dependencies),
    ("PPM", Category::PrPromises),
];

/// What stands before the hyphen; the whole id when it has none.
#[must_use]
pub fn prefix_of(id: &str) -> &str {
    id.split_once('-').map_or(id, |(prefix, _)| prefix)
}

/// The category that an id's prefix belongs to, if the format knows the prefix.
#[must_use]
pub fn category_of_prefix(prefix: &str) -> Option<Category> {
    PREFIXES.iter().find(|(known, _)| *known == prefix).map(|(_, category)| *category)
}

/// The id that a miswritten one can only mean: a known prefix in any case, one separator or none, one to three digits
/// after leading zeros.
#[must_use]
pub fn proper_id(id: &str) -> Option<String> {
    let id = id.trim();
    let digits_at = id.find(|c: char| c.is_ascii_digit())?;
    let (prefix, digits) = id.split_at(digits_at);
    let prefix = prefix.strip_suffix(['-', '_', ' ', '#', ':']).unwrap_or(prefix).to_ascii_uppercase();
    category_of_prefix(&prefix)?;
    let number: u32 = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()?;
    (number <= 999).then(|| format!("{prefix}-{number:03}"))
}

#[cfg(test)]
mod tests {
    use super::proper_id;

    #[test]
    fn a_miswritten_id_is_mended_where_it_can_mean_one_thing() {
        for (id, meant) in [("SEC-1", "SEC-001"), ("sec_12", "SEC-012"), ("RUST7", "RUST-007"), (" PY-0003", "PY-003")]
        {
            assert_eq!(proper_id(id).as_deref(), Some(meant));
        }
        for id in ["SEC-1000", "FOO-1", "SEC-1a", "SEC-", "1", "SEC-١"] {
            assert_eq!(proper_id(id), None, "{id}");
        }
    }
}
