#!/usr/bin/env python3
"""Makes the font files of this folder from their source packages; run it from anywhere.

Needs: Debian fonts-noto-core 20201225-1 installed (apt), npm to fetch the two @expo-google-fonts packages,
fonttools 4.68.0 (PyPI). The files are subset, not redrawn: outlines and metrics are the source's own.

  NotoSans*, NotoSansHebrew*, NotoSansArabic*, NotoSansSymbols*, NotoSansMath   Debian fonts-noto-core 20201225-1
  JetBrainsMono*                                                              npm @expo-google-fonts/jetbrains-mono 0.4.1
  NotoEmoji                                                                   npm @expo-google-fonts/noto-emoji 0.4.7
"""
import pathlib
import subprocess
import tarfile
import tempfile

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parent
NOTO = pathlib.Path("/usr/share/fonts/truetype/noto")
MONO = "@expo-google-fonts/jetbrains-mono@0.4.1"
EMOJI = "@expo-google-fonts/noto-emoji@0.4.7"

# Latin with IPA and marks, Greek, Cyrillic, Vietnamese, punctuation, currency, letterlike signs, what arrows there are.
TEXT = "U+0020-007E,U+00A0-03FF,U+0400-052F,U+1E00-1FFF,U+2000-206F,U+2070-20CF,U+2100-218F,U+2190-22FF,U+25CC,U+FB00-FB06,U+FFFC-FFFD"
CODE = "U+0020-007E,U+00A0-03FF,U+0400-052F,U+1E00-1EFF,U+2000-206F,U+2070-20CF,U+2100-218F,U+2190-23FF,U+2500-25FF,U+2713-2718,U+FFFD"
SYMBOLS = "U+20D0-20FF,U+2100-218F,U+2190-23FF,U+2460-24FF,U+25A0-27BF"
SYMBOLS2 = "U+2190-21FF,U+2300-23FF,U+2400-243F,U+2500-25FF,U+2600-266F,U+2690-27BF,U+2B00-2B2F,U+2B50-2B5F"
MATH = "U+2016,U+2032-2057,U+2100-214F,U+2190-22FF,U+2308-230B,U+27C0-27FF,U+2A00-2A0F,U+2A7D-2A7E"
# Alternates that nothing here asks for; each drags its own glyphs along.
ALTERNATES = ("smcp", "c2sc", "pcap", "c2pc", "salt", "aalt", "dlig", "hlig", "titl", "frac", "numr", "dnom", "sinf", "subs", "sups", "ordn",
              "zero", "case", "onum", "pnum", "lnum", "tnum") + tuple(f"ss{n:02}" for n in range(1, 21)) + tuple(f"cv{n:02}" for n in range(1, 100))
# What people put into reviews: marks, lights, tools, faces, people, flags, keycaps.
EMOJIS = (
    "✅❌⚠ℹ🔴🟠🟡🟢🔵🟣🟤⚪⚫🟥🟧🟨🟩🟦🚀🔒🔓🔐🔑🐛🐞💥🔥✨📝📦📄📃📁📂📌📍📎🔍🔎💡🛑🚫⛔🚨🚧❗❓❕❔‼⁉✔✖➕➖➗⭐🌟👍👎👌👏👀🎉🎊🙏💯"
    "⏱⏰⌛⏳🧪🧹🛠🔧🔨⚙🧵🔗📈📉📊🗑♻⬆⬇➡⬅↩↪🔁🔄🔃🤖👤👥🏷🛡☑🧠🗂🗃📚📖💬🗨💭⚡🔔🔕📢📣🕒✏🖊📐📏🧩🦀🐍🐳🐘☕🦄"
    "🙂😀😅😂🤣😉😊😇😍😎🤔😐😢😭😱😡😠🙈🤷🤦👩👨👧👦💪✋👋🤝👉👈👆👇☝❤💔🏁🏳🏴🚩"
    "0123456789#*🆕🆗💻🌐🔌💾🔬🎯🏆💣☠♂♀💰💸🧾⏩⏪▶⏸⏹🔺🔻🔸🔹🔶🔷◀⬛⬜"
)
KEEP_JOINED = [0x200D, 0x20E3, 0xFE0F, 0xFE0E] + list(range(0x1F3FB, 0x1F400)) + list(range(0x1F1E6, 0x1F200))


def make(source, target, ranges=None, characters="", extra=(), drop=()):
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["MATH", "STAT", "DSIG", "meta"]
    options.recalc_timestamp = False
    font = TTFont(source, recalcTimestamp=False)
    if drop:
        available = {f.FeatureTag for t in ("GSUB", "GPOS") if t in font and font[t].table.FeatureList
                     for f in font[t].table.FeatureList.FeatureRecord}
        options.layout_features = sorted(available - set(drop))
    unicodes = set(map(ord, characters)) | set(extra)
    for part in (ranges or "").split(","):
        if part:
            low, _, high = part.removeprefix("U+").partition("-")
            unicodes |= set(range(int(low, 16), int(high or low, 16) + 1))
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    font.save(HERE / target)
    print(f"{(HERE / target).stat().st_size:>8} {target}")


def main():
    for face in ("Regular", "Bold", "Italic", "BoldItalic"):
        make(NOTO / f"NotoSans-{face}.ttf", f"NotoSans-{face}.ttf", TEXT, drop=ALTERNATES)
    for face in ("Regular", "Bold"):
        make(NOTO / f"NotoSansHebrew-{face}.ttf", f"NotoSansHebrew-{face}.ttf", "U+0020-007E,U+0590-05FF,U+200C-200F,U+20AA,U+25CC,U+FB1D-FB4F")
        make(NOTO / f"NotoSansArabic-{face}.ttf", f"NotoSansArabic-{face}.ttf", "U+0020-002F,U+003A-0040,U+0600-06FF,U+0750-077F,U+08A0-08FF,U+200C-200F,U+25CC")
    make(NOTO / "NotoSansSymbols-Regular.ttf", "NotoSansSymbols-Regular.ttf", SYMBOLS)
    make(NOTO / "NotoSansSymbols2-Regular.ttf", "NotoSansSymbols2-Regular.ttf", SYMBOLS2)
    make(NOTO / "NotoSansMath-Regular.ttf", "NotoSansMath-Regular.ttf", MATH, drop=("ssty", "dtls", "flac") + ALTERNATES)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for package in (MONO, EMOJI):
            subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
        for archive in folder.glob("*.tgz"):
            with tarfile.open(archive) as tar:
                tar.extractall(folder / archive.stem, filter="data")
        mono = next(folder.glob("*jetbrains-mono*/package"))
        emoji = next(folder.glob("*noto-emoji*/package"))
        for weight, face in (("400Regular", "Regular"), ("700Bold", "Bold"), ("400Regular_Italic", "Italic"), ("700Bold_Italic", "BoldItalic")):
            # Without its ligatures: code has to look like what it is.
            make(mono / weight / f"JetBrainsMono_{weight}.ttf", f"JetBrainsMono-{face}.ttf", CODE,
                 drop=("calt", "liga") + ALTERNATES)
        make(emoji / "400Regular" / "NotoEmoji_400Regular.ttf", "NotoEmoji-Regular.ttf", characters=EMOJIS, extra=KEEP_JOINED)
        (HERE / "OFL-JetBrainsMono.txt").write_bytes((mono / "LICENSE_FONT").read_bytes())
        licence = (emoji / "LICENSE_FONT").read_text()
        (HERE / "OFL-NotoEmoji.txt").write_text(licence)
        # The Debian package has the same licence in its copyright file, in pieces.
        notice = "Copyright 2010-2020 Google LLC (https://github.com/googlefonts/noto-fonts)\n"
        (HERE / "OFL-Noto.txt").write_text(notice + licence[licence.index("\n"):])


if __name__ == "__main__":
    main()
