/**
 * What makes a tagged document one for archives: PDF/A-3a (ISO 19005-3) asks for a colour space and for its conformance in the
 * metadata.
 */
import { concatBytes } from "../encoding/index.js";

/** What an archive asks of a document. */
export interface Archival {
  /** Descriptions for the document's metadata. */
  readonly xmp: string;
  /** Name of the colour space of all that is drawn. */
  readonly colorSpace: string;
  /** Its ICC profile, of three components. */
  readonly profile: Uint8Array<ArrayBuffer>;
}

/** PDF/A-3a with sRGB. */
export function pdfA3a(): Archival {
  return { xmp: `${CONFORMANCE}${PDFUA_SCHEMA}`, colorSpace: COLOR_SPACE, profile: srgbProfile() };
}

const CONFORMANCE = `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="3" pdfaid:conformance="A"/>
`;

/** PDF/A requires a description of each property that it does not define: section 6.6.2.3.3. */
const PDFUA_SCHEMA = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Indicates which part of ISO 14289 is followed</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
`;

const HEADER_BYTES = 128;
const COLOR_SPACE = "sRGB IEC61966-2.1";
const COPYRIGHT = "CC0";

/** XYZ of the primaries, adapted by Bradford's method to D50, the white of the profile connection space. */
const WHITE = [0.9642, 1, 0.8249] as const;
const RED = [0.43607, 0.22249, 0.01392] as const;
const GREEN = [0.38515, 0.71687, 0.09708] as const;
const BLUE = [0.14307, 0.06061, 0.7141] as const;
/** Section 10.16, function type 3: (aX+b)^g from d on, cX below. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;

/**
 * The sRGB colour space as an ICC profile of version 4: ICC.1:2010, with the primaries and the curve of IEC 61966-2-1. Generated,
 * because distributed profiles have licences of their own.
 */
function srgbProfile(): Uint8Array<ArrayBuffer> {
  const curve = element("para", Uint8Array.of(0, 3, 0, 0), fixed(CURVE));
  const elements: readonly (readonly [signature: string, data: Uint8Array])[] = [
    ["desc", localized(COLOR_SPACE)],
    ["cprt", localized(COPYRIGHT)],
    ["wtpt", element("XYZ ", fixed(WHITE))],
    ["rXYZ", element("XYZ ", fixed(RED))],
    ["gXYZ", element("XYZ ", fixed(GREEN))],
    ["bXYZ", element("XYZ ", fixed(BLUE))],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const table: Uint8Array[] = [uint32(elements.length)];
  const offsets = new Map<Uint8Array, number>();
  const parts: Uint8Array[] = [];
  let end = HEADER_BYTES + 4 + 12 * elements.length;
  for (const [signature, data] of elements) {
    if (!offsets.has(data)) {
      offsets.set(data, end);
      const padding = new Uint8Array(-data.length & 3);
      parts.push(data, padding);
      end += data.length + padding.length;
    }
    table.push(latin1(signature), uint32(offsets.get(data)!, data.length));
  }
  return concatBytes([header(end), ...table, ...parts]);
}

/** Section 7.2. */
function header(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(uint32(sizeBytes), 0);
  bytes.set(uint32(0x04200000), 8);
  bytes.set(latin1("mntrRGB XYZ "), 12);
  // The date of its making: 1 January 2026.
  bytes.set(uint32((2026 << 16) | 1, 1 << 16), 24);
  bytes.set(latin1("acsp"), 36);
  bytes.set(fixed(WHITE), 68);
  return bytes;
}

function element(type: string, ...data: readonly Uint8Array[]): Uint8Array {
  return concatBytes([latin1(type), uint32(0), ...data]);
}

/** Section 10.13: one text, in English. */
function localized(text: string): Uint8Array {
  const utf16 = latin1([...text].map((character) => `\0${character}`).join(""));
  return element("mluc", uint32(1, 12), latin1("enUS"), uint32(text.length * 2, 28), utf16);
}

/** s15Fixed16Number. */
function fixed(values: readonly number[]): Uint8Array {
  return uint32(...values.map((value) => Math.round(value * 65_536)));
}

function uint32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [at, value] of values.entries()) view.setUint32(4 * at, value);
  return new Uint8Array(view.buffer);
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
