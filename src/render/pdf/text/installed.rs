//! Characters that need a font of the machine, and finding it.

use crate::render::pdf::style::Style;
use crate::render::pdf::text::faces::{Data, Face, Faces, is_emoji, is_ignorable, subsettable};
use fontdb::{Database, FaceInfo, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

/// A character that a document would like to have a font for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wanted {
    /// Which.
    pub character: char,
    /// Whether it stands in bold text.
    pub bold: bool,
    /// An emoji that is drawn, but without its colours.
    pub emoji: bool,
}

/// Adds what the faces at hand lack for a text.
pub fn wanted(faces: &Faces, text: &str, style: &Style, out: &mut BTreeSet<Wanted>) {
    for cluster in text.graphemes(true).filter(|cluster| !cluster.is_ascii()) {
        let emoji = is_emoji(cluster);
        let face = faces.pick(style, cluster);
        if emoji && face.is_none_or(|face| !faces.get(face).colour) {
            let character = cluster.chars().next().unwrap_or_default();
            out.insert(Wanted { character, bold: false, emoji: true });
        }
        let lacks =
            |c: &char| !is_ignorable(*c) && !c.is_whitespace() && face.is_none_or(|face| !faces.get(face).covers(*c));
        for character in cluster.chars().filter(lacks) {
            out.insert(Wanted { character, bold: style.bold, emoji: false });
        }
    }
}

/// Adds installed faces for what is wanted. Which ones depends on the fonts of the machine alone.
pub fn add(faces: &mut Faces, wanted: &BTreeSet<Wanted>) {
    let mut database = Database::new();
    database.load_system_fonts();
    let mut infos: Vec<&FaceInfo> = database.faces().filter(|info| info.style == fontdb::Style::Normal).collect();
    infos.sort_by_cached_key(|info| {
        (info.weight.0.abs_diff(400), rank(family(info)), info.post_script_name.clone(), path(info), info.index)
    });
    let mut files = Files::default();
    if wanted.iter().any(|w| w.emoji) {
        let colour = infos.iter().filter(|info| family(info).contains("Emoji"));
        let read = colour.filter_map(|info| files.face(info)).find(|face| face.colour);
        if let Some(face) = read {
            faces.add(face);
        }
    }
    // Bold text by bold faces, the rest by regular ones, script by script.
    let mut scripts: BTreeMap<(bool, &str), BTreeSet<char>> = BTreeMap::new();
    for w in wanted.iter().filter(|w| !w.emoji) {
        scripts.entry((w.bold, w.character.script().full_name())).or_default().insert(w.character);
    }
    let japanese = wanted.iter().any(|w| matches!(w.character.script(), Script::Hiragana | Script::Katakana));
    let own = faces.len();
    for ((bold, script), mut characters) in scripts {
        // A face that came for another script may do for this one.
        characters
            .retain(|c| !(own..faces.len()).any(|face| faces.is_bold(face) == bold && faces.get(face).covers(*c)));
        if characters.is_empty() {
            continue;
        }
        let weight = |info: &&&FaceInfo| if bold { info.weight.0 == 700 } else { info.weight.0 == 400 };
        let word = match script {
            "Han" if !japanese => "CJK SC",
            "Han" | "Hiragana" | "Katakana" => "CJK JP",
            "Hangul" => "CJK KR",
            "Bopomofo" => "CJK TC",
            other => other,
        };
        let names_it = |info: &&&FaceInfo| family(info).contains(word);
        let order = infos
            .iter()
            .filter(weight)
            .filter(names_it)
            .chain(infos.iter().filter(weight).filter(|info| !names_it(info)));
        // What has no bold face is better regular than not at all.
        for info in order.chain(infos.iter().filter(|info| info.weight.0 == 400)) {
            let Some(face) = files.face(info) else { continue };
            let lacking: BTreeSet<char> = characters.iter().copied().filter(|c| !face.covers(*c)).collect();
            if lacking.len() < characters.len() && !face.colour && subsettable(&face) {
                characters = lacking;
                faces.add(face);
            }
            if characters.is_empty() {
                break;
            }
        }
    }
}

/// Noto's sans faces first, which go with the bundled ones; then the other sans faces.
fn rank(family: &str) -> u8 {
    match family {
        f if f.starts_with("Noto Sans") && !f.contains("Mono") => 0,
        f if f.starts_with("DejaVu Sans") && !f.contains("Mono") => 1,
        f if f.contains("Sans") => 2,
        _ => 3,
    }
}

fn family(info: &FaceInfo) -> &str {
    info.families.first().map_or("", |(name, _)| name)
}

fn path(info: &FaceInfo) -> Option<PathBuf> {
    match &info.source {
        Source::File(path) | Source::SharedFile(path, _) => Some(path.clone()),
        Source::Binary(_) => None,
    }
}

/// The file read last: the faces of a collection come one behind the other, and keeping more would keep hundreds of
/// megabytes.
#[derive(Default)]
struct Files(Option<(PathBuf, Arc<Vec<u8>>)>);

impl Files {
    fn face(&mut self, info: &FaceInfo) -> Option<Face> {
        let path = path(info)?;
        if self.0.as_ref().is_none_or(|(read, _)| *read != path) {
            let bytes = std::fs::read(&path).ok()?;
            self.0 = Some((path, Arc::new(bytes)));
        }
        let (_, bytes) = self.0.as_ref()?;
        Face::read(&info.post_script_name, Data::Read(Arc::clone(bytes)), info.index)
    }
}
