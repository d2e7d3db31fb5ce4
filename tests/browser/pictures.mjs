// Takes small pictures of pages, for golden tests: each page at three widths in both themes, as a reader sees it who has
// opened nothing, scaled down so far that a picture is its layout and its colours, and no text can be read.
//
//   node pictures.mjs OUT_FOLDER PAGE.html...   -> { "pictures": ["NAME-1280-light.png", ...] }
//
// NAME is the page's name without extension. The fonts are the project's own, so that a picture does not depend on what
// is installed. Each pixel is the mean of SCALE by SCALE of the page's; what stands below HEIGHT is left out.
// Exit code 0 when it ran (the Rust test compares), 2 when a tool is missing, 1 for anything else.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { existingFile, launch, open, run } from "./browser.mjs";

const WIDTHS = [1280, 768, 375];
const SCHEMES = ["light", "dark"];
/** A power of two: halving is a mean of four in every browser. */
const SCALE = 16;
const HEIGHT = 4800;
/** How long the contents take to follow. */
const SETTLE_MS = 150;
const FONTS = fileURLToPath(new URL("../../assets/fonts/", import.meta.url));
const FACES = [
  ["Picture", "400", "NotoSans-Regular"],
  ["Picture", "700", "NotoSans-Bold"],
  ["Picture Mono", "400", "JetBrainsMono-Regular"],
];

await run(async ([out, ...paths]) => {
  if (!out || paths.length === 0) throw new Error("usage: pictures.mjs OUT_FOLDER PAGE.html...");
  const faces = FACES.map(([family, weight, file]) => ({ family, weight, data: readFileSync(join(FONTS, `${file}.ttf`)).toString("base64") }));
  const browser = await launch();
  const pictures = [];
  try {
    const bench = await (await browser.newContext()).newPage();
    for (const file of paths.map(existingFile)) {
      for (const scheme of SCHEMES) {
        const { context, page } = await open(browser, file, { scheme, width: WIDTHS[0], bypassCSP: true });
        await page.evaluate(dress, faces);
        for (const width of WIDTHS) {
          // A window as tall as the picture: scrolling through a page to put it together takes many times as long.
          await page.setViewportSize({ width, height: HEIGHT });
          await page.waitForTimeout(SETTLE_MS);
          const whole = await page.screenshot({ animations: "disabled", scale: "css" });
          const small = await bench.evaluate(shrink, { whole: whole.toString("base64"), scale: SCALE });
          const name = `${basename(file, ".html")}-${width}-${scheme}.png`;
          writeFileSync(join(out, name), Buffer.from(small, "base64"));
          pictures.push(name);
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(JSON.stringify({ pictures }) + "\n");
});

/** Runs inside the page: the project's fonts in place of the system's. */
async function dress(faces) {
  for (const { family, weight, data } of faces) {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    document.fonts.add(await new FontFace(family, bytes.buffer, { weight }).load());
  }
  const sheet = new CSSStyleSheet();
  // All of it is drawn: on a busy machine what comes into view may be a moment late.
  sheet.replaceSync(':root { --sans: "Picture"; --mono: "Picture Mono" } .part, .finding { content-visibility: visible !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  await document.fonts.ready;
}

/** Runs inside an empty page: halves a picture until it is small, and keeps the upper five bits of every colour. */
async function shrink({ whole, scale }) {
  let picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${whole}`)).blob());
  const draw = (width, height) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "low";
    pen.drawImage(picture, 0, 0, width, height);
    return [canvas, pen];
  };
  let canvas, pen;
  // Only whole pixels: what is left of a tile at the right and at the bottom is cut off.
  const [width, height] = [picture.width, picture.height].map((side) => Math.floor(side / scale));
  picture = await createImageBitmap(picture, 0, 0, width * scale, height * scale);
  for (let factor = scale / 2; factor >= 1; factor /= 2) {
    [canvas, pen] = draw(width * factor, height * factor);
    picture = canvas;
  }
  const pixels = pen.getImageData(0, 0, width, height);
  pixels.data.forEach((value, at) => { if (at % 4 < 3) pixels.data[at] = value & 0xf8; });
  pen.putImageData(pixels, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1];
}
