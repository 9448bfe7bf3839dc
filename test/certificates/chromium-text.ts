/** Text set by Chromium: HarfBuzz of its own version, and ICU, which shares no code with bidi-js. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { GrayImage } from "./gray-image.js";

/** Loads fonts into a page. @param prefix of the names of their families. @returns these names. */
export async function loadFonts(page: Page, files: readonly string[], prefix: string): Promise<string[]> {
  for (const [index, file] of files.entries()) {
    await page.evaluate(
      async ([family, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const face = await new FontFace(family, bytes).load();
        document.fonts.add(face);
      },
      [`${prefix}${index}`, readFileSync(file).toString("base64")] as const,
    );
  }
  return files.map((_, index) => `${prefix}${index}`);
}

/**
 * @param lines of one paragraph, in order.
 * @param families each character uses the first one that has it.
 */
export async function drawLines(
  page: Page,
  lines: readonly string[],
  sizePx: number,
  leadingPx: number,
  families: readonly string[],
): Promise<GrayImage> {
  const width = 1100;
  const height = Math.ceil(leadingPx * (lines.length + 2));
  const base64 = await page.evaluate(
    ([texts, size, leading, family, canvasWidth, canvasHeight]) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvasWidth;
      canvas.height = canvasHeight;
      const context = canvas.getContext("2d", { willReadFrequently: true })!;
      context.fillStyle = "white";
      context.fillRect(0, 0, canvasWidth, canvasHeight);
      context.fillStyle = "rgb(27, 32, 38)";
      context.font = `${size}px ${family}`;
      context.textRendering = "geometricPrecision";
      // As dir="auto": the first letter sets the direction of the paragraph.
      context.direction = /^\P{L}*[\u0590-\u08ff]/u.test(texts[0]!) ? "rtl" : "ltr";
      context.textAlign = "left";
      for (const [index, text] of texts.entries()) context.fillText(text, 20, leading * (index + 1.5));
      const { data } = context.getImageData(0, 0, canvasWidth, canvasHeight);
      let gray = "";
      for (let at = 0; at < data.length; at += 4) gray += String.fromCharCode(data[at + 1]!);
      return btoa(gray);
    },
    [
      lines,
      sizePx,
      leadingPx,
      families.map((family) => JSON.stringify(family)).join(", "),
      width,
      height,
    ] as const,
  );
  const ink = Uint8Array.from(Buffer.from(base64, "base64"), (level) => 255 - level);
  return { width, height, ink };
}
