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
