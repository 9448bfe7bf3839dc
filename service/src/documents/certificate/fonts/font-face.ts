/** One font, read and shaped by HarfBuzz: its characters, its glyphs, and the subset that a document embeds. */
import type { Direction, Face, FaceMetrics, FontSubset, Glyph } from "@svc-proof/shared/pdf";
import {
  Blob,
  BufferFlag,
  ClusterLevel,
  Font,
  Direction as HbDirection,
  Face as HbFace,
  shape,
  Buffer as TextBuffer,
  Variation,
} from "harfbuzzjs";
import { LRUCache } from "lru-cache";
import { cutFont } from "./cut-font.js";
import { unpackWoff } from "./unpack-woff.js";

const NOTDEF = 0;

/** Joiners and variation selectors select glyphs and have none themselves. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** The characters of a text that need a glyph. */
export function visibleCodePoints(text: string): number[] {
  return Array.from(text).flatMap((character) =>
    IGNORABLE.test(character) ? [] : [character.codePointAt(0)!],
  );
}

/** `[U+10450]`. */
export function codePointText(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Of variable fonts. */
const REGULAR_WEIGHT = 400;

/** The tables that a document needs of a font: ISO 32000-1 section 9.9. */
const EMBEDDED: ReadonlySet<string> = new Set(["CFF ", "glyf", "head", "hhea", "hmtx", "loca", "maxp"]);

/** Words repeat. */
const MAX_REMEMBERED = 4096;

const POSTSCRIPT_NAME = 6;

/** Used for each text: HarfBuzz frees one only when JavaScript collects its garbage. */
const textBuffer = new TextBuffer();

export class FontFace implements Face {
  readonly name: string;
  readonly hasCff: boolean;
  readonly metrics: FaceMetrics;
  readonly #sfnt: Buffer;
  readonly #tables: SfntTables;
  readonly #font: Font;
  readonly #isVariable: boolean;
  readonly #characters: ReadonlySet<number>;
  /** Thousandths of the font's size for each unit of the font. */
  readonly #scale: number;
  readonly #shaped = new LRUCache<string, readonly Glyph[]>({ max: MAX_REMEMBERED });

  /**
   * @param file an SFNT or WOFF font, or an SFNT collection, whose first font is taken. Of a variable font, the regular weight is taken.
   * @throws Error if it is none, or if a document cannot embed it.
   */
  constructor(file: Buffer) {
    this.#sfnt = unpackWoff(file);
    this.#tables = tablesOf(this.#sfnt);
    this.hasCff = this.#tables.has("CFF ");
    if (!this.hasCff && !this.#tables.has("glyf")) throw new Error("it has no outlines");
    if (this.hasCff && isCidKeyed(this.#tables.get("CFF ")!)) {
      throw new Error("its PostScript outlines are numbered by characters (CID), and only TrueType's may be");
    }
    this.#scale = 1000 / requiredTable(this.#tables, "head").readUInt16BE(18);
    this.metrics = metricsOf(this.#tables, this.#scale);
    const face = new HbFace(new Blob(this.#sfnt));
    this.#font = new Font(face);
    this.#isVariable = this.#tables.has("gvar") && "wght" in face.getAxisInfos();
    if (this.#isVariable) this.#font.setVariations([new Variation("wght", REGULAR_WEIGHT)]);
    this.#characters = new Set(face.collectUnicodes());
    const name = face.getName(POSTSCRIPT_NAME, "en").replace(/[^\w-]/g, "");
    this.name = this.#isVariable ? name.replace(/-\w+$/, "-Regular") : name;
  }

  /** This font if it has all characters of the text, otherwise null. */
  faceFor(text: string): Face | null {
    for (const character of text) {
      if (!this.#characters.has(character.codePointAt(0)!) && !IGNORABLE.test(character)) return null;
    }
    return this;
  }

  shape(text: string, direction: Direction): readonly Glyph[] {
    const key = `${direction}${text}`;
    let glyphs = this.#shaped.get(key);
    if (glyphs === undefined) {
      glyphs = this.#shape(text, direction);
      this.#shaped.set(key, glyphs);
    }
    return glyphs;
  }

  #shape(text: string, direction: Direction): readonly Glyph[] {
    textBuffer.reset();
    textBuffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    textBuffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    // Not the language of the machine.
    textBuffer.setLanguage("und");
    textBuffer.addText(text);
    textBuffer.guessSegmentProperties();
    textBuffer.setDirection(direction === "rtl" ? HbDirection.RTL : HbDirection.LTR);
    shape(this.#font, textBuffer);
    const infos = textBuffer.getGlyphInfos();
    const positions = textBuffer.getGlyphPositions();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const texts = new Map(
      starts.map((start, at) => [start, text.slice(at === 0 ? 0 : start, starts[at + 1])]),
    );
    return infos.flatMap(({ codepoint: id, cluster }, at) => {
      if (id === NOTDEF) return [];
      const { xAdvance, xOffset, yOffset } = positions[at]!;
      const ofCluster = texts.get(cluster)!;
      // The first glyph of a cluster has the text of all.
      texts.set(cluster, "");
      return {
        id,
        text: ofCluster,
        width: this.#font.glyphHAdvance(id) * this.#scale,
        advance: xAdvance * this.#scale,
        offsetX: xOffset * this.#scale,
        offsetY: yOffset * this.#scale,
      };
    });
  }

  subset(glyphs: readonly number[]): FontSubset {
    const without = [...this.#tables.keys()].filter((tag) => !EMBEDDED.has(tag));
    const weight = this.#isVariable ? REGULAR_WEIGHT : null;
    const font = cutFont(this.#sfnt, { glyphs, without, weight });
    return { program: this.hasCff ? tablesOf(font).get("CFF ")! : font, numbers: glyphs };
  }
}

/** The tables of a font by their tags: OpenType 1.9, "Organization of an OpenType Font". */
type SfntTables = ReadonlyMap<string, Buffer>;

/** @throws RangeError if the file ends too early. */
function tablesOf(sfnt: Buffer): SfntTables {
  const start = sfnt.toString("latin1", 0, 4) === "ttcf" ? sfnt.readUInt32BE(12) : 0;
  const count = sfnt.readUInt16BE(start + 4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = start + 12 + 16 * index;
      const offset = sfnt.readUInt32BE(entry + 8);
      const table = sfnt.subarray(offset, offset + sfnt.readUInt32BE(entry + 12));
      return [sfnt.toString("latin1", entry, entry + 4), table];
    }),
  );
}

function requiredTable(tables: SfntTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`it has no table ${tag}`);
  return table;
}

function metricsOf(tables: SfntTables, scale: number): FaceMetrics {
  const scaled = (units: number) => Math.round(units * scale);
  const [head, hhea] = [requiredTable(tables, "head"), requiredTable(tables, "hhea")];
  const os2 = tables.get("OS/2");
  const ascent = hhea.readInt16BE(4);
  // Since version 2 of the table.
  const capHeight = os2 !== undefined && os2.length >= 90 ? os2.readInt16BE(88) : 0;
  return {
    ascent: scaled(ascent),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: scaled(capHeight || ascent),
    italicAngle: requiredTable(tables, "post").readInt32BE(4) / 65_536,
    box: [36, 38, 40, 42].map((offset) => scaled(head.readInt16BE(offset))),
  };
}

/** Whether the first operator of a CFF font's dictionary is ROS: Adobe Technical Note 5176, section 18. */
function isCidKeyed(cff: Buffer): boolean {
  const offsetsAt = (index: number) => {
    const [count, size] = [cff.readUInt16BE(index), cff.readUInt8(index + 2)];
    const data = index + 3 + size * (count + 1) - 1;
    const offset = (at: number) => data + cff.readUIntBE(index + 3 + size * at, size);
    return { first: offset(0), second: offset(1), end: offset(count) };
  };
  const { first, second } = offsetsAt(offsetsAt(cff.readUInt8(2)).end);
  for (let at = first; at < second; ) {
    const byte = cff.readUInt8(at);
    if (byte < 22) return byte === 12 && cff.readUInt8(at + 1) === 30;
    // Operands before it: section 4, table 3.
    if (byte === 30) return false;
    at += byte === 28 ? 3 : byte === 29 ? 5 : byte < 247 ? 1 : 2;
  }
  return false;
}
