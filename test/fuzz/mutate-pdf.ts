/**
 * Certificates changed in their structure: tokens, objects, sections and streams are replaced,
 * doubled, cut and moved. Cross-references are mostly corrected, so that later checks are reached.
 */
import { deflateSync } from "node:zlib";
import { type Draw, oneOf } from "./random-integers.js";

interface Stream {
  dictionary: string;
  data: Buffer;
}

interface PdfObject {
  number: number;
  body: string;
  stream: Stream | null;
}

interface Update {
  objects: PdfObject[];
  trailer: string;
  /** Whether the section is a stream. Objects that may be are in an object stream. */
  isStream: boolean;
}

const TOKENS = [
  "null", "true", "0", "-1", "1", "99999999999", "1 0 R", "2 0 R", "3 0 R", "4 0 R", "5 0 R", "99 0 R", "<<", ">>", "[", "]",
  "(proof.json)", "(bitcoin.ots)", "<FEFF>", "<70726F6F662E6A736F6E>", "(a\\)b)", "/Kids", "/Names", "/EF", "/F", "/UF",
  "/Type", "/Length", "/Filter", "/FlateDecode", "/DecodeParms", "/Predictor", "/Columns", "/Limits", "/Prev", "/Root",
  "/EmbeddedFiles", "/ObjStm", "/XRef", "/Linearized", "%x\n", "endobj", "stream\n", "endstream", "obj", "trailer", "xref",
]; // biome-ignore format: a list of words
const BYTES = [
  "%PDF-1.4\n",
  "PK\x03\x04",
  "PK\x05\x06",
  "\n9 0 obj\nnull\nendobj\n",
  "\ntrailer\n<< >>\n",
  "%%EOF\n",
  "\0",
];

/** @param count number of changes. */
export function mutatedPdf(
  attachments: readonly { readonly name: string; readonly data: Uint8Array }[],
  count: number,
  draw: Draw,
): Uint8Array {
  const first: Update = { objects: objectsOf(attachments), trailer: "/Root 1 0 R", isStream: draw(3) === 0 };
  const updates = [first];
  for (let i = 0; i < count; i++) mutate(updates, draw);
  let bytes = encode(updates, draw);
  if (draw(8) === 0) bytes[draw(bytes.length)]! ^= 1 << draw(8);
  if (draw(10) === 0) {
    const at = draw(bytes.length);
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(oneOf(draw, BYTES), "latin1"),
      bytes.subarray(at),
    ]);
  }
  return bytes;
}

function objectsOf(
  attachments: readonly { readonly name: string; readonly data: Uint8Array }[],
): PdfObject[] {
  const names = attachments.map(({ name }, i) => `(${name}) ${3 + 2 * i} 0 R`).join(" ");
  return [
    { number: 1, body: "<< /Type /Catalog /Names << /EmbeddedFiles 2 0 R >> >>", stream: null },
    { number: 2, body: `<< /Names [ ${names} ] >>`, stream: null },
    ...attachments.flatMap(({ name, data }, i): PdfObject[] => [
      {
        number: 3 + 2 * i,
        body: `<< /Type /Filespec /F (${name}) /EF << /F ${4 + 2 * i} 0 R >> >>`,
        stream: null,
      },
      {
        number: 4 + 2 * i,
        body: "",
        stream: { dictionary: "/Type /EmbeddedFile /Filter /FlateDecode", data: deflateSync(data) },
      },
    ]),
  ];
}

function mutate(updates: Update[], draw: Draw): void {
  const update = oneOf(draw, updates);
  if (update.objects.length === 0) return;
  const object = oneOf(draw, update.objects);
  const words = (text: string) => text.split(/ +/);
  const edited = (text: string) => {
    const list = words(text);
    const at = draw(list.length + 1);
    list.splice(
      at,
      draw(3),
      ...Array.from({ length: draw(3) }, () => (draw(3) === 0 ? oneOf(draw, list) : oneOf(draw, TOKENS))),
    );
    return list.filter((word) => word !== undefined).join(" ");
  };
  oneOf<() => unknown>(draw, [
    () => {
      if (object.stream === null) object.body = edited(object.body);
      else object.stream.dictionary = edited(object.stream.dictionary);
    },
    () => {
      // One word replaced by another, so that brackets mostly stay in pairs.
      const list = words(object.body);
      list[draw(list.length)] = oneOf(draw, TOKENS);
      object.body = list.join(" ");
    },
    () => {
      object.body = object.body.replace(/[0-9]+ 0 R/, `${draw(9)} 0 R`);
    },
    () => {
      object.body = `${"[".repeat(draw(40))}${object.body}${"]".repeat(draw(40))}`;
    },
    () => {
      if (object.stream !== null)
        object.stream.data = object.stream.data.subarray(0, draw(object.stream.data.length + 1));
    },
    () => {
      if (object.stream !== null) object.stream.data[draw(object.stream.data.length)]! ^= 1 << draw(8);
    },
    () => {
      if (object.stream !== null) {
        object.stream.data = deflateSync(Buffer.alloc(draw(100_000), oneOf(draw, ["{", "\0", "proof"])));
      }
    },
    () => {
      if (object.stream !== null) object.stream.data = Buffer.concat([object.stream.data, Buffer.from("\n")]);
    },
    () => {
      object.number = draw(10);
    },
    () => update.objects.splice(draw(update.objects.length), 1),
    () => update.objects.push(copyOf(oneOf(draw, update.objects))),
    () => update.objects.reverse(),
    () => {
      update.isStream = !update.isStream;
    },
    () => {
      update.trailer = edited(update.trailer);
    },
    () => updates.push({ objects: [copyOf(object)], trailer: "/Root 1 0 R", isStream: draw(3) === 0 }),
    () => updates.push({ objects: [], trailer: "/Root 1 0 R", isStream: draw(2) === 0 }),
  ])();
}

function copyOf(object: PdfObject): PdfObject {
  return { ...object, stream: object.stream === null ? null : { ...object.stream } };
}

function encode(updates: readonly Update[], draw: Draw): Buffer {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  let at = pieces[0]!.length;
  const put = (piece: Buffer | string) => {
    const bytes = Buffer.from(piece as string, "latin1");
    pieces.push(bytes);
    at += bytes.length;
  };
  let previous: number | null = null;
  let highest = 20;
  for (const { objects, trailer, isStream } of updates) {
    const offsets = new Map<number, number>();
    const inside: PdfObject[] = isStream ? objects.filter(({ stream }) => stream === null) : [];
    for (const { number, body, stream } of objects.filter((object) => !inside.includes(object))) {
      offsets.set(number, at);
      if (stream === null) put(`${number} 0 obj\n${body}\nendobj\n`);
      else {
        const length = draw(40) === 0 ? draw(100) : stream.data.length;
        put(`${number} 0 obj\n<< /Length ${length} ${stream.dictionary} >>\nstream\n`);
        put(stream.data);
        put("\nendstream\nendobj\n");
      }
    }
    const ending = `${trailer}${previous === null ? "" : ` /Prev ${previous}`}`;
    if (!isStream) {
      previous = at;
      const entries = [...offsets].map(
        ([number, offset]) => `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`,
      );
      put(`xref\n${entries.join("")}trailer\n<< /Size 30 ${ending} >>\nstartxref\n${previous}\n%%EOF\n`);
      continue;
    }
    const streamNumber = highest++;
    offsets.set(streamNumber, at);
    const texts = inside.map(({ body }) => `${body} `);
    let textAt = 0;
    const heads = inside.map(({ number }, i) => {
      const head = `${number} ${textAt}`;
      textAt += texts[i]!.length;
      return head;
    });
    const head = `${heads.join(" ")} `;
    const data = deflateSync(Buffer.from(head + texts.join(""), "latin1"));
    put(
      `${streamNumber} 0 obj\n<< /Type /ObjStm /N ${inside.length} /First ${head.length} /Filter /FlateDecode `,
    );
    put(`/Length ${data.length} >>\nstream\n`);
    put(data);
    put("\nendstream\nendobj\n");
    previous = at;
    const sectionNumber = highest++;
    offsets.set(sectionNumber, at);
    const rows = new Map<number, readonly number[]>();
    for (const [number, offset] of offsets) rows.set(number, [1, offset >> 8, offset & 255, 0]);
    for (const [i, { number }] of inside.entries()) rows.set(number, [2, 0, streamNumber, i]);
    const hasPredictor = draw(2) === 0;
    const table = deflateSync(
      Buffer.from(
        [...rows.values()].flatMap((row, i, all) =>
          hasPredictor ? [2, ...row.map((value, k) => (value - (all[i - 1]?.[k] ?? 0)) & 255)] : row,
        ),
      ),
    );
    const parameters = hasPredictor ? "/DecodeParms << /Predictor 12 /Columns 4 >>" : "";
    const index = [...rows.keys()].map((number) => `${number} 1`).join(" ");
    put(
      `${sectionNumber} 0 obj\n<< /Type /XRef /Size 60 /W [1 2 1] /Index [${index}] /Filter /FlateDecode ${parameters} `,
    );
    put(`/Length ${table.length} ${ending} >>\nstream\n`);
    put(table);
    put(`\nendstream\nendobj\nstartxref\n${previous}\n%%EOF\n`);
  }
  return Buffer.concat(pieces);
}
