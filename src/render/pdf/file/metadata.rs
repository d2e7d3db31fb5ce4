//! What the file says about itself, and the report it carries.

use crate::invisible::reveal;
use crate::markdown::escape_into;
use crate::render::pdf::PdfOptions;
use crate::view::Document as View;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use std::fmt::Write as _;

const CREATOR: &str = concat!("prreport ", env!("CARGO_PKG_VERSION"));
const PRODUCER: &str = "printpdf 0.12.8 and lopdf 0.44";

/// Writes the info dictionary, the metadata stream and the catalog.
pub fn write(pdf: &mut Document, view: &View<'_>, options: &PdfOptions<'_>) {
    let date = options.created.and_then(Date::read);
    let title = reveal(view.title).into_owned();
    let author = view.reviewers.iter().map(|reviewer| reveal(reviewer)).collect::<Vec<_>>().join(", ");
    let subject = format!("{} of {}: {}", view.kind, reveal(view.project), reveal(view.verdict.headline));
    let keywords = keywords(view);
    let mut info = dictionary! { "Title" => super::text(&title), "Creator" => super::text(CREATOR), "Producer" => super::text(PRODUCER) };
    for (key, value) in [("Author", &author), ("Subject", &subject), ("Keywords", &keywords)] {
        if !value.trim().is_empty() {
            info.set(key, super::text(value));
        }
    }
    if let Some(date) = &date {
        info.set("CreationDate", Object::string_literal(date.pdf()));
        info.set("ModDate", Object::string_literal(date.pdf()));
    }
    let language = language(options.language);
    let packet = packet(&title, view, &subject, &keywords, date.as_ref(), &language);
    let metadata =
        pdf.add_object(Stream::new(dictionary! { "Type" => "Metadata", "Subtype" => "XML" }, packet.into_bytes()));
    let place = pdf.trailer.get(b"Info").and_then(Object::as_reference).unwrap_or_else(|_| pdf.new_object_id());
    pdf.objects.insert(place, info.into());
    pdf.trailer.set("Info", place);
    if let Ok(catalog) = pdf.catalog_mut() {
        catalog.remove(b"PageLayout");
        catalog.remove(b"OutputIntents");
        catalog.set("PageMode", "UseOutlines");
        catalog.set("Lang", Object::string_literal(language));
        catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
        catalog.set("Metadata", metadata);
    }
}

/// Attaches the report.
pub fn attach(pdf: &mut Document, source: &[u8], options: &PdfOptions<'_>) {
    let mut parameters = dictionary! { "Size" => i64::try_from(source.len()).unwrap_or(i64::MAX) };
    if let Some(date) = options.created.and_then(Date::read) {
        parameters.set("ModDate", Object::string_literal(date.pdf()));
    }
    let file = dictionary! { "Type" => "EmbeddedFile", "Subtype" => "application/json", "Params" => parameters };
    let file = pdf.add_object(Stream::new(file, source.to_vec()));
    let name = || Object::string_literal("report.json");
    let specification = pdf.add_object(dictionary! {
        "Type" => "Filespec", "F" => name(), "UF" => super::text("report.json"), "Desc" => super::text("The report this document was made from"),
        "AFRelationship" => "Source", "EF" => dictionary! { "F" => file, "UF" => file },
    });
    if let Ok(catalog) = pdf.catalog_mut() {
        let names: Dictionary = dictionary! { "Names" => vec![name(), specification.into()] };
        catalog.set("Names", dictionary! { "EmbeddedFiles" => names });
        catalog.set("AF", vec![Object::Reference(specification)]);
    }
}

fn keywords(view: &View<'_>) -> String {
    let mut words = vec!["code review".to_owned(), reveal(view.project).into_owned()];
    words.extend(view.branch.map(|branch| reveal(branch).into_owned()));
    words.extend(view.pull_request.as_ref().map(|(number, _)| format!("PR #{number}")));
    words.retain(|word| !word.trim().is_empty());
    words.join(", ")
}

/// A language tag that looks like one.
fn language(tag: &str) -> String {
    let sound = !tag.is_empty()
        && tag.len() <= 35
        && tag.split('-').all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
    if sound { tag.to_owned() } else { "en".to_owned() }
}

/// A date that was read.
struct Date<'a> {
    day: [&'a str; 3],
    time: [&'a str; 3],
}

impl<'a> Date<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let digits = |text: &'a str, length: usize| {
            (text.len() == length && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
        };
        let (day, time) = text.split_once('T').unwrap_or((text, "00:00:00Z"));
        let mut day = day.splitn(3, '-');
        let day = [digits(day.next()?, 4)?, digits(day.next()?, 2)?, digits(day.next()?, 2)?];
        let mut time = time.strip_suffix('Z')?.splitn(3, ':');
        let time = [digits(time.next()?, 2)?, digits(time.next()?, 2)?, digits(time.next()?, 2)?];
        Some(Self { day, time })
    }

    fn pdf(&self) -> String {
        format!("D:{}{}+00'00'", self.day.concat(), self.time.concat())
    }

    fn iso(&self) -> String {
        format!("{}T{}Z", self.day.join("-"), self.time.join(":"))
    }
}

fn packet(
    title: &str,
    view: &View<'_>,
    subject: &str,
    keywords: &str,
    date: Option<&Date<'_>>,
    language: &str,
) -> String {
    let element = |out: &mut String, open: &str, text: &str, close: &str| {
        out.push_str(open);
        // XML knows no controls; `reveal` has named them already, and tabs and line breaks are spaces.
        escape_into(out, &text.replace(['\n', '\r', '\t'], " ").replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"));
        out.push_str(close);
        out.push('\n');
    };
    let mut out = String::from(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description rdf:about=\"\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n\
         <dc:format>application/pdf</dc:format>\n",
    );
    element(&mut out, "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">", title, "</rdf:li></rdf:Alt></dc:title>");
    element(
        &mut out,
        "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">",
        subject,
        "</rdf:li></rdf:Alt></dc:description>",
    );
    element(&mut out, "<dc:language><rdf:Bag><rdf:li>", language, "</rdf:li></rdf:Bag></dc:language>");
    if !view.reviewers.is_empty() {
        out.push_str("<dc:creator><rdf:Seq>\n");
        for reviewer in view.reviewers {
            element(&mut out, "<rdf:li>", &reveal(reviewer), "</rdf:li>");
        }
        out.push_str("</rdf:Seq></dc:creator>\n");
    }
    element(&mut out, "<pdf:Keywords>", keywords, "</pdf:Keywords>");
    element(&mut out, "<pdf:Producer>", PRODUCER, "</pdf:Producer>");
    element(&mut out, "<xmp:CreatorTool>", CREATOR, "</xmp:CreatorTool>");
    if let Some(date) = date {
        let iso = date.iso();
        // Writing to a String does not fail.
        let _ = writeln!(out, "<xmp:CreateDate>{iso}</xmp:CreateDate>\n<xmp:ModifyDate>{iso}</xmp:ModifyDate>");
    }
    out.push_str("</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>");
    out
}
