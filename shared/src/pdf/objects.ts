/**
 * The objects of a PDF file and how they are written: ISO 32000-1 section 7. Objects other than streams are packed into object
 * streams, since a tagged document has thousands of small ones.
 */

import { concatBytes } from "../encoding/index.js";

/** An indirect reference. */
export type Ref = `${number} 0 R`;

/** Packs bytes in the format of zlib (RFC 1950). Whether the file depends on the machine is its matter alone. */
export type Deflate = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

interface StreamObject {
  readonly dictionary: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isCompressed: boolean;
}

/** Objects in one object stream: readers unpack it whole for one of them. */
const MAX_PACKED = 200;

/** The objects of a file, written at the end. */
export class PdfFile {
  readonly #objects: (string | StreamObject | null)[] = [];

  /** A reference to an object that `set` defines. */
  reserve(): Ref {
    return `${this.#objects.push(null)} 0 R`;
  }

  /** Defines a reserved object. @param body as it is written. */
  set(ref: Ref, body: string): void {
    this.#objects[Number.parseInt(ref, 10) - 1] = body;
  }

  /** Adds an object as it is written. */
  add(body: string): Ref {
    const ref = this.reserve();
    this.set(ref, body);
    return ref;
  }

  /** Adds a stream, with entries of its dictionary as they are written. */
  addStream(
    content: Uint8Array<ArrayBuffer> | string,
    dictionary: Readonly<Record<string, string>> = {},
    isCompressed = true,
  ): Ref {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return `${this.#objects.push({ dictionary, bytes, isCompressed })} 0 R`;
  }

  /**
   * @param id of the file, hexadecimal.
   * @throws Error if an object was reserved and never set.
   */
  async encode(root: Ref, info: Ref, id: string, deflate: Deflate): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    let offset = 0;
    const write = (...some: readonly (string | Uint8Array)[]) => {
      for (const one of some) {
        const bytes = typeof one === "string" ? new TextEncoder().encode(one) : one;
        parts.push(bytes);
        offset += bytes.length;
      }
    };
    /** The fields of the cross-reference stream: section 7.5.8.3. */
    const entries: (readonly [type: number, field: number, field: number])[] = [[0, 0, 0xffff]];
    const writeStream = async (number: number, stream: StreamObject) => {
      entries[number] = [1, offset, 0];
      const bytes = stream.isCompressed ? await deflate(stream.bytes) : stream.bytes;
      const filter = stream.isCompressed ? { Filter: "/FlateDecode" } : {};
      const header = dictionary({ ...stream.dictionary, ...filter, Length: `${bytes.length}` });
      write(`${number} 0 obj\n${header}\nstream\n`, bytes, "\nendstream\nendobj\n");
    };

    // A comment of bytes above 127 tells programs that the file is binary: section 7.5.2.
    write("%PDF-1.7\n", Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
    const packed: [number, string][] = [];
    for (const [at, object] of this.#objects.entries()) {
      if (object === null) throw new Error(`object ${at + 1} was reserved and never set`);
      if (typeof object === "string") packed.push([at + 1, object]);
      else await writeStream(at + 1, object);
    }
    let next = this.#objects.length + 1;
    for (let start = 0; start < packed.length; start += MAX_PACKED) {
      const some = packed.slice(start, start + MAX_PACKED);
      for (const [place, [number]] of some.entries()) entries[number] = [2, next, place];
      await writeStream(next++, objectStream(some));
    }
    const start = offset;
    entries[next] = [1, start, 0];
    await writeStream(next, {
      dictionary: {
        Type: "/XRef",
        Size: `${entries.length}`,
        W: "[1 4 2]",
        Root: root,
        Info: info,
        ID: `[<${id}><${id}>]`,
      },
      bytes: crossReferences(entries),
      isCompressed: true,
    });
    write(`startxref\n${start}\n%%EOF\n`);
    return concatBytes(parts);
  }
}

/** Section 7.5.7. */
function objectStream(objects: readonly (readonly [number, string])[]): StreamObject {
  let offset = 0;
  const index = objects.map(([number, body]) => {
    const entry = `${number} ${offset}`;
    offset += body.length + 1;
    return entry;
  });
  const header = `${index.join(" ")}\n`;
  return {
    dictionary: { Type: "/ObjStm", N: `${objects.length}`, First: `${header.length}` },
    bytes: new TextEncoder().encode(header + objects.map(([, body]) => `${body}\n`).join("")),
    isCompressed: true,
  };
}

function crossReferences(entries: readonly (readonly [number, number, number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(7 * entries.length));
  for (const [at, [type, first, second]] of entries.entries()) {
    view.setUint8(7 * at, type);
    view.setUint32(7 * at + 1, first);
    view.setUint16(7 * at + 5, second);
  }
  return new Uint8Array(view.buffer);
}

/** @param entries as they are written, by their names without the slash. */
export function dictionary(entries: Readonly<Record<string, string>>): string {
  return `<<${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join(" ")}>>`;
}

/** A name, with `#` before the codes of characters that names cannot have: section 7.3.5. */
export function name(text: string): string {
  return `/${text.replace(/[^\w.+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
}

/** A text string in UTF-16: section 7.9.2.2. */
export function textString(text: string): string {
  return `<feff${utf16Hex(text)}>`;
}

/** A string of printable ASCII. */
export function asciiString(text: string): string {
  return `(${text.replace(/[\\()]/g, "\\$&")})`;
}

/** UTF-16, big-endian, in hexadecimal. */
export function utf16Hex(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex4(text.charCodeAt(at))).join("");
}

/** Four hexadecimal digits. */
export function hex4(value: number): string {
  return value.toString(16).padStart(4, "0");
}

/** A number with three decimal places at most: a thousandth of a point is beyond what anybody can see. */
export function number(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** A file within the document. */
export interface Attachment {
  /** Printable ASCII, unique in its file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly description: string;
  /** ISO 19005-3 section 6.8. */
  readonly relationship: "Data" | "Supplement";
}

/**
 * Embeds files: section 7.11.4.
 *
 * @param date as it is written.
 * @returns the file specifications by name, in the order that a name tree needs.
 */
export function addAttachments(
  file: PdfFile,
  attachments: readonly Attachment[],
  date: string,
): readonly (readonly [name: string, specification: Ref])[] {
  const sorted = [...attachments].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map(({ name: fileName, bytes, mimeType, description, relationship }) => {
    const embedded = file.addStream(Uint8Array.from(bytes), {
      Type: "/EmbeddedFile",
      Subtype: name(mimeType),
      Params: dictionary({ Size: `${bytes.length}`, CreationDate: date, ModDate: date }),
    });
    const specification = dictionary({
      Type: "/Filespec",
      F: asciiString(fileName),
      UF: textString(fileName),
      Desc: textString(description),
      AFRelationship: `/${relationship}`,
      EF: dictionary({ F: embedded, UF: embedded }),
    });
    return [fileName, file.add(specification)];
  });
}
