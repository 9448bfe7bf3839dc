/**
 * Draws lines that the standard PDF fonts cannot show. The browser draws them with its own fonts, shaping and direction, so
 * every script works and no font is shipped.
 */
import { wrapLines } from "./wrap-lines.js";

export interface LineImage {
  readonly text: string;
  readonly png: ArrayBuffer;
  /** As it is to be drawn, in points. */
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface PictureStyle {
  readonly sizePt: number;
  /** Of CSS: "serif", "monospace". */
  readonly family: string;
  readonly isBold: boolean;
  /** Of CSS. */
  readonly color: string;
}

/** Pixels per point: 288 per inch, for printing. */
const PIXELS_PER_PT = 4;

/** @throws Error if the browser cannot create the picture. */
export async function drawLineImages(
  text: string,
  maxWidthPt: number,
  style: PictureStyle,
): Promise<readonly LineImage[]> {
  const context = contextOf(document.createElement("canvas"), style);
  const widthOf = (some: string) => context.measureText(some).width;
  const lines = wrapLines(text, maxWidthPt * PIXELS_PER_PT, widthOf);
  return Promise.all(lines.map((line) => picture(line, widthOf(line), style)));
}

async function picture(text: string, widthPx: number, style: PictureStyle): Promise<LineImage> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(widthPx));
  canvas.height = Math.ceil(style.sizePt * LINE * PIXELS_PER_PT);
  const context = contextOf(canvas, style);
  context.fillStyle = style.color;
  context.textBaseline = "alphabetic";
  context.fillText(text, 0, style.sizePt * ASCENT * PIXELS_PER_PT);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the browser gave no picture of a line");
  const png = await blob.arrayBuffer();
  return {
    text,
    png,
    widthPt: canvas.width / PIXELS_PER_PT,
    heightPt: canvas.height / PIXELS_PER_PT,
  };
}

/** Line height as a multiple of the font size: leaves room for marks of any script. */
const LINE = 1.6;
const ASCENT = 1.15;
/** Depth below the baseline as a multiple of the font size. */
export const PICTURE_DESCENT: number = LINE - ASCENT;

function contextOf(
  canvas: HTMLCanvasElement,
  { sizePt, family, isBold }: PictureStyle,
): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas");
  context.font = `${isBold ? "bold " : ""}${sizePt * PIXELS_PER_PT}px ${family}`;
  return context;
}
