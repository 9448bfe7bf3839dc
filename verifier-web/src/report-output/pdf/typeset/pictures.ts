/** Text as pictures: how a browser draws the scripts that no packed font has, with its own fonts, shaping and direction. */
import type { Face } from "../fonts/font-set.js";
import type { Color } from "./color.js";

export interface PictureStyle {
  readonly face: Face;
  readonly sizePt: number;
  readonly color: Color;
  readonly isRightToLeft: boolean;
}

/** A picture of a text on white, in 8-bit sRGB, row by row. */
export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array<ArrayBuffer>;
}

/** Draws texts. The picture of a text is always the same object. */
export interface TextPainter {
  /** In points. */
  widthPt(text: string, style: PictureStyle): number;
  /** A picture as wide as the text and as high as `PICTURE_HEIGHT`. */
  draw(text: string, style: PictureStyle): Picture;
}

/** Height of a picture, and of the baseline below its upper edge, as multiples of the font's size: room for marks of any script. */
export const PICTURE_HEIGHT = 1.6;
export const PICTURE_ASCENT = 1.15;
