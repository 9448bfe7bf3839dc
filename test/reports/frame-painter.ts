import type { Picture } from "@svc-proof/shared/pdf";
import type { TextPainter } from "../../verifier-web/src/report-output/pdf/report-fonts.js";

/** Draws each text as a grey bar, six tenths of its size wide for each character, in the place of a browser. */
export function framePainter(): TextPainter & { readonly drawn: string[] } {
  const drawn: string[] = [];
  const pictures = new Map<string, Picture>();
  return {
    drawn,
    widthPt: (text, { sizePt }) => 0.6 * sizePt * [...text].length,
    draw(text, style) {
      const key = JSON.stringify([text, style]);
      let picture = pictures.get(key);
      if (picture === undefined) {
        const [widthPx, heightPx] = [
          Math.ceil(2.4 * style.sizePt * [...text].length),
          Math.ceil(6.4 * style.sizePt),
        ];
        picture = { widthPx, heightPx, rgb: new Uint8Array(3 * widthPx * heightPx).fill(0xcc) };
        pictures.set(key, picture);
        drawn.push(text);
      }
      return picture;
    },
  };
}
