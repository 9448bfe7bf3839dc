/** The pictures of one document: each is embedded once, however often it is drawn. */
import type { Picture } from "../typeset/pictures.js";
import { dictionary, type PdfFile, type Ref } from "./pdf-file.js";

export class DocumentPictures {
  readonly #used: Picture[] = [];
  readonly #resources = new Map<Picture, string>();

  /** Name of the picture among the resources of every page. */
  resource(picture: Picture): string {
    let resource = this.#resources.get(picture);
    if (resource === undefined) {
      resource = `I${this.#used.push(picture)}`;
      this.#resources.set(picture, resource);
    }
    return resource;
  }

  /** @returns the dictionary of image resources: ISO 32000-1 section 8.9.5. */
  encode(file: PdfFile): Ref {
    const entries = this.#used.map(({ widthPx, heightPx, rgb }, at) => [
      `I${at + 1}`,
      file.addStream(rgb, {
        Type: "/XObject",
        Subtype: "/Image",
        Width: `${widthPx}`,
        Height: `${heightPx}`,
        ColorSpace: "/DeviceRGB",
        BitsPerComponent: "8",
      }),
    ]);
    return file.add(dictionary(Object.fromEntries(entries)));
  }
}
