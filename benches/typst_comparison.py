#!/usr/bin/env python3
"""Compare the PDF of a report with what typst takes for the same text (typst as a library: pip install typst).

  typst_comparison.py [--findings 1000] [--runs 5] [--program target/release/prreport] [--keep FOLDER]

The typst document holds the findings of benches/make_report.py: contents, sections, titles, marks, location, ratings,
and the fields' paragraphs, lists, quotes, code, tables and links, on the same paper with the same fonts and sizes. It
lacks what only prreport draws: charts, panels, links to findings, an attachment. Both do without installed fonts. Of
typst only `typst.compile` is timed, of prreport the whole process.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = """#set page(paper: "a4", margin: 20mm, numbering: "1 of 1")
#set text(font: ("Noto Sans", "Noto Sans Hebrew", "Noto Sans Arabic", "Noto Emoji"), size: 9.5pt, lang: "en")
#set par(leading: 0.55em)
#show raw: set text(font: "JetBrains Mono", size: 8.2pt)
#show raw.where(block: true): block.with(fill: rgb("f3f4f6"), inset: 6pt, width: 100%)
#show quote: set text(fill: rgb("57606a"))
#outline(depth: 2)
"""


def plain(text):
    """Text that typst shows as it is."""
    return re.sub(r"([\\#$*_`<>@\[\]~=+\-/\"'])", r"\\\1", text)


def string(text):
    return json.dumps(text, ensure_ascii=False)


def inline(text):
    pattern = r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)|<(https?://[^>]+)>"
    out, at = [], 0
    for match in re.finditer(pattern, text):
        out.append(plain(text[at:match.start()]))
        code, bold, label, url, bare = match.groups()
        if code is not None:
            out.append(f"#raw({string(code)})")
        elif bold is not None:
            out.append(f"#strong[{plain(bold)}]")
        else:
            out.append(f"#link({string(url or bare)})[{plain(label or bare)}]")
        at = match.end()
    return "".join(out + [plain(text[at:])])


def block(text):
    """One block of the Markdown that make_report.py writes."""
    lines = text.split("\n")
    if lines[0].startswith("```"):
        return f"#raw({string(chr(10).join(lines[1:-1]))}, block: true, lang: {string(lines[0][3:])})"
    if lines[0].startswith("|"):
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        body = ", ".join(f"[{inline(cell)}]" for row in cells[2:] for cell in row)
        head = ", ".join(f"[*{inline(cell)}*]" for cell in cells[0])
        return f"#table(columns: {len(cells[0])}, stroke: none, table.header({head}), {body})"
    if lines[0].startswith(">"):
        inner = "\n".join(line[1:].removeprefix(" ") for line in lines)
        return f"#quote(block: true)[{markdown(inner)}]"
    if re.match(r"\d+\. ", lines[0]):
        return "#enum(" + ", ".join(f"[{inline(line.split('. ', 1)[1])}]" for line in lines) + ")"
    if lines[0].startswith("- "):
        return "#list(" + ", ".join(f"[{inline(line[2:])}]" for line in lines) + ")"
    return inline(text)


def markdown(text):
    return "\n\n".join(block(part) for part in text.split("\n\n"))


def document(report):
    out = [HEAD]
    for section in report["findings"]:
        out.append(f"= {plain(section['title'])}")
        for finding in section["findings"]:
            marks = [finding["id"], finding.get("merge_class", ""), *finding["tags"]]
            ratings = [f"{key} {finding[key]}" for key in ("likelihood", "impact", "relevance")]
            out += [f"== {plain(finding['title'])}", plain("  ".join(marks)), f"#raw({string(finding['location'])})",
                    plain("  ".join(ratings)), markdown(finding["description"]), "=== Impact",
                    markdown(finding["impact_description"]), "=== Recommendation", markdown(finding["recommendation"])]
            for snippet in finding.get("code_snippets", []):
                out.append(plain(snippet["caption"]))
                out.append(f"#raw({string(snippet['content'])}, block: true, lang: {string(snippet['language'])})")
            if "ai_assessment" in finding:
                out += ["=== Validation", markdown(finding["ai_assessment"])]
    return "\n\n".join(out) + "\n"


def compile_once(source, target):
    """In a process of its own, so that its memory is its own."""
    code = ("import sys, time, typst; start = time.perf_counter(); "
            "typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True); "
            "print(time.perf_counter() - start)")
    return measured([sys.executable, "-c", code, str(source), str(target), str(ROOT / "assets/fonts")])


def measured(command):
    """Wall time in seconds (of the inside, if the command prints it), CPU time in seconds and peak memory in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    printed = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command[0]} failed")
    inside = re.fullmatch(r"\d+\.\d+\s*", printed)
    return float(printed) if inside else wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--findings", type=int, default=1000)
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--program", default=str(ROOT / "target/release/prreport"))
    ap.add_argument("--keep", help="leave the files here")
    a = ap.parse_args()
    folder = pathlib.Path(a.keep or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    made = subprocess.run([sys.executable, ROOT / "benches/make_report.py", "--findings", str(a.findings)],
                          capture_output=True, text=True, check=True).stdout
    (folder / "report.json").write_text(made)
    (folder / "report.typ").write_text(document(json.loads(made)))
    ours = [a.program, "render", str(folder / "report.json"), f"--pdf={folder / 'prreport.pdf'}", "--no-system-fonts"]
    print(f"{a.findings} findings, {a.runs} runs by turns, load {os.getloadavg()[0]:.1f}")
    taken = {"typst": [], "prreport": []}
    for _ in range(a.runs):
        taken["typst"].append(compile_once(folder / "report.typ", folder / "typst.pdf"))
        taken["prreport"].append(measured(ours))
    best = {}
    for name, runs in taken.items():
        walls = sorted(wall for wall, _, _ in runs)
        best[name] = walls[0]
        size = (folder / f"{name}.pdf").stat().st_size
        print(f"{name:9} best {walls[0]:6.2f} s  median {walls[len(walls) // 2]:6.2f} s  "
              f"CPU {min(cpu for _, cpu, _ in runs):6.2f} s  peak {max(peak for _, _, peak in runs):5.0f} MB  "
              f"file {size / 1e6:.2f} MB")
    print(f"prreport is {best['typst'] / best['prreport']:.1f} times as fast (best runs)")


if __name__ == "__main__":
    main()
