//! What a misspelt word was meant to be.

/// How much alike two words must be for one to be taken for the other, from 0 to 1.
const ALIKE: f64 = 0.7;

/// How much nearer the nearest candidate must be than the next for there to be no doubt.
const CLEARLY: f64 = 0.1;

/// The candidates that a misspelt word may stand for, the nearest first.
fn near<'c>(word: &str, candidates: &[&'c str]) -> Vec<(f64, &'c str)> {
    let plain = |s: &str| s.to_lowercase().replace(['-', '_', ' '], "");
    let word = plain(word);
    let mut near: Vec<_> = candidates
        .iter()
        .map(|c| (strsim::normalized_damerau_levenshtein(&word, &plain(c)), *c))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near
}

/// The candidate that a misspelt or shortened word most likely stands for.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    near(word, candidates).first().map(|(_, candidate)| *candidate).or_else(|| lengthened(word, candidates))
}

/// The only candidate that holds a word, at least half of it.
fn lengthened<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    const SHORTEST: usize = 4;
    let word = word.to_lowercase();
    let holds = |c: &&&str| c.contains(&word) && word.len() * 2 >= c.len();
    let mut holding = candidates.iter().filter(holds);
    holding.next().filter(|_| word.len() >= SHORTEST && holding.next().is_none()).copied()
}

/// The candidate that a misspelt word can only stand for.
#[must_use]
pub fn unmistakable<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    match near(word, candidates).as_slice() {
        [(_, only)] => Some(only),
        [(first, candidate), (second, _), ..] if first - second >= CLEARLY => Some(candidate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest, unmistakable};

    #[test]
    fn a_near_word_is_found_and_a_far_one_is_not() {
        let keys = ["merge_class", "severity", "location"];
        assert_eq!(nearest("mergeclass", &keys), Some("merge_class"));
        assert_eq!(nearest("MergeClass", &keys), Some("merge_class"));
        assert_eq!(nearest("locaton", &keys), Some("location"));
        assert_eq!(nearest("colour", &keys), None);
        assert_eq!(nearest("", &keys), None);
        assert_eq!(nearest("loca", &keys), Some("location"));
        assert_eq!(unmistakable("loca", &keys), None);
        assert_eq!(unmistakable("locaton", &keys), Some("location"));
        assert_eq!(unmistakable("sizes", &["size1", "size2"]), None);
    }
}
