/** Draws text with the fonts, shaping and direction of the browser, as the page shows it. */
import { PICTURE_ASCENT, PICTURE_HEIGHT, type Picture } from "@svc-proof/shared/pdf";
import type { FaceName, PictureStyle, TextPainter } from "./fonts/typefaces.js";

/** Pixels per point: 288 per inch, for printing. */
const PIXELS_PER_PT = 4;

const FAMILIES: Readonly<Record<FaceName, string>> = {
  sans: "sans-serif",
  bold: "sans-serif",
  serif: "serif",
  mono: "monospace",
};

/** @throws Error if the browser has no canvas. */
export function canvasPainter(): TextPainter {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser has no canvas");
  const { canvas } = context;
  const pictures = new Map<string, Picture>();
  const prepare = ({ face, sizePt, color, isRightToLeft }: PictureStyle) => {
    context.font = `${face === "bold" ? "bold " : ""}${sizePt * PIXELS_PER_PT}px ${FAMILIES[face]}`;
    context.direction = isRightToLeft ? "rtl" : "ltr";
    context.textAlign = "left";
    context.fillStyle = `rgb(${color.map((part) => Math.round(part * 255)).join(",")})`;
  };
  return {
    widthPt(text, style) {
      prepare(style);
      return context.measureText(text).width / PIXELS_PER_PT;
    },
    draw(text, style) {
      const key = JSON.stringify([text, style]);
      const known = pictures.get(key);
      if (known !== undefined) return known;
      prepare(style);
      canvas.width = Math.max(1, Math.ceil(context.measureText(text).width));
      canvas.height = Math.ceil(style.sizePt * PICTURE_HEIGHT * PIXELS_PER_PT);
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      // A canvas of another size has forgotten its settings.
      prepare(style);
      context.fillText(text, 0, style.sizePt * PICTURE_ASCENT * PIXELS_PER_PT);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const picture = { widthPx: canvas.width, heightPx: canvas.height, rgb: withoutAlpha(data) };
      pictures.set(key, picture);
      return picture;
    },
  };
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!;
    rgb[to + 1] = rgba[from + 1]!;
    rgb[to + 2] = rgba[from + 2]!;
  }
  return rgb;
}
