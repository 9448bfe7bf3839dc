import { FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import {
  MAX_ATTACHMENT_NAME_CHARACTERS,
  MAX_ATTACHMENTS,
  MAX_DEPTH,
  MAX_NAME_NODES,
  MAX_PDF_BYTES,
  MAX_SECTIONS,
  MAX_VALUES,
} from "../limits.js";
import { type AttachmentParts, attachmentObjects, flateStreamOf, pdfOf, streamOf } from "./pdf.testing.js";
import { parseAttachments } from "./pdf-attachments.js";

const MAX_BYTES = 1000;
const TWO: readonly AttachmentParts[] = [
  { name: "proof.json", data: '{"schema":"svc-proof/2"}' },
  { name: "bitcoin.ots", data: "\0OpenTimestamps" },
];

async function read(pdf: Uint8Array): Promise<[string, string][]> {
  const attachments = await parseAttachments(pdf);
  return Promise.all(
    attachments.map(async ({ name, read }) => [name, Buffer.from(await read(MAX_BYTES)).toString()] as const),
  ) as Promise<[string, string][]>;
}

async function codeOf(pdf: Uint8Array): Promise<string> {
  try {
    await read(pdf);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
  return "none";
}

/** The file with the attachments `TWO` and one object replaced. */
function changed(object: number, body: string | ((was: string) => string), trailer?: string): Uint8Array {
  const objects = attachmentObjects(TWO);
  objects[object - 1] = typeof body === "string" ? body : body(objects[object - 1]!);
  return pdfOf({ objects, ...(trailer !== undefined && { trailer }) });
}

function edited(from: string | RegExp, to: string): Uint8Array {
  const text = Buffer.from(pdfOf({ objects: attachmentObjects(TWO) })).toString("latin1");
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  return Buffer.from(result, "latin1");
}

test("reads attachments in the order of the tree", async () => {
  expect(await read(pdfOf({ objects: attachmentObjects(TWO) }))).toEqual(
    TWO.map(({ name, data }) => [name, data]),
  );
});

test.each([
  ["no names", "<< /Type /Catalog >>"],
  ["names that are null", "<< /Type /Catalog /Names 99 0 R >>"],
  ["no attachments among the names", "<< /Type /Catalog /Names << /Dests 2 0 R >> >>"],
])("a catalog with %s has no attachments", async (_, catalog) => {
  expect(await read(changed(1, catalog))).toEqual([]);
});

test("strings, names and comments may have all standard forms", async () => {
  const objects = attachmentObjects(TWO);
  objects[1] = "<< /N#61mes [(a) % comment )\n3 0 R <62> 5 0 R] >>";
  objects[2] =
    "<< /F (pr\\157of\\.json) /UF <FEFF00700072006f006f0066002e006a0073006F006e> /EF << /F 4 0 R /UF 4 0 R >> >>";
  objects[4] = "<< /F (bit(\\))\\\ncoin.ots) /EF << /F 6 0 R >> >>";
  expect((await read(pdfOf({ objects }))).map(([name]) => name)).toEqual(["proof.json", "bit())coin.ots"]);
});

test("a tree with kids, and a length that is a reference", async () => {
  const objects = attachmentObjects(TWO);
  objects[1] = "<< /Kids [7 0 R 8 0 R] >>";
  objects[3] = objects[3]!.replace(/\/Length \d+/, "/Length 9 0 R");
  const length = /\/Length (\d+)/.exec(attachmentObjects(TWO)[3]!)![1]!;
  objects.push("<< /Names [(a) 3 0 R] >>", "<< /Names [(b) 5 0 R] >>", length);
  expect(await read(pdfOf({ objects }))).toHaveLength(2);
});

test("a later section replaces and deletes objects of an earlier one", async () => {
  const first = Buffer.from(pdfOf({ objects: attachmentObjects(TWO) })).toString("latin1");
  const previous = /startxref\n(\d+)/.exec(first)![1]!;
  const body = "2 0 obj\n<< /Names [(a) 3 0 R] >>\nendobj\n";
  const withSection = (text: string, entry: string) => {
    const table = `xref\n2 1\n${entry}trailer\n<< /Size 7 /Root 1 0 R /Prev ${previous} >>\n`;
    return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, "latin1");
  };
  const entry = `${String(first.length).padStart(10, "0")} 00000 n \n`;
  expect((await read(withSection(`${first}${body}`, entry))).map(([name]) => name)).toEqual(["proof.json"]);
  expect(await codeOf(withSection(first, "0000000000 00001 f \n"))).toBe("pdf_structure_malformed");
});

describe("refuses", () => {
  test.each<[code: string, what: string, file: () => Uint8Array]>([
    ["pdf_too_large", "a byte more than the limit", () => new Uint8Array(MAX_PDF_BYTES + 1)],
    ["pdf_bad_header", "no header", () => pdfOf({ objects: attachmentObjects(TWO), header: "%!PS-1.7\n" })],
    ["pdf_truncated", "no end", () => pdfOf({ objects: attachmentObjects(TWO) }).slice(0, -8)],
    ["pdf_truncated", "another end that is none", () => edited(/%%EOF\n$/, "%%EOF\nstartxref")],
    ["pdf_object_hidden", "an object after the end", () => edited(/%%EOF\n$/, "%%EOF\n9 0 obj null endobj")],
    ["pdf_xref_malformed", "a start past the end", () => edited(/startxref\n\d+/, "startxref\n9999999")],
    ["pdf_xref_malformed", "an entry of 19 bytes", () => edited("00000 n \n", "00000 n\n")],
    [
      "pdf_object_malformed",
      "hybrid cross-references that lead to no stream",
      () => changed(1, (was) => was, "/Root 1 0 R /XRefStm 10"),
    ],
    ["pdf_xref_loop", "a section before itself", () => loop()],
    ["pdf_too_many_objects", "more entries than allowed", () => edited(/xref\n0 7/, "xref\n0 100001")],
    ["pdf_encrypted", "encryption", () => changed(1, (was) => was, "/Root 1 0 R /Encrypt 2 0 R")],
    ["pdf_object_malformed", "an object with another number", () => edited("3 0 obj", "8 0 obj")],
    ["pdf_key_duplicate", "a key twice", () => changed(3, "<< /F (a) /F (b) >>")],
    ["pdf_object_malformed", "a dictionary without an end", () => changed(3, "<< /F (a)")],
    ["pdf_object_malformed", "an unknown word", () => changed(3, "<< /F yes >>")],
    ["pdf_object_malformed", "a string without an end", () => changed(3, "<< /F (a")],
    ["pdf_object_malformed", "a reference to a reference", () => changed(3, "5 0 R")],
    ["pdf_too_deep", "nesting", () => changed(3, `${"[".repeat(MAX_DEPTH + 2)}${"]".repeat(MAX_DEPTH + 2)}`)],
    ["pdf_too_many_objects", "an endless list", () => changed(3, `[${"0 ".repeat(MAX_VALUES + 1)}]`)],
    ["pdf_structure_malformed", "no catalog", () => changed(1, (was) => was, "/Root 99 0 R")],
    ["pdf_structure_malformed", "a tree with a loop", () => changed(2, "<< /Kids [2 0 R] >>")],
    [
      "pdf_structure_malformed",
      "a tree that doubles itself",
      () => changed(2, "<< /Kids [2 0 R 2 0 R 2 0 R] >>"),
    ],
    ["pdf_too_many_objects", "a long string", () => changed(3, `<< /F (${"a".repeat(65_537)}) >>`)],
    [
      "pdf_too_many_objects",
      "a long string of digits",
      () => changed(3, `<< /F <${"61".repeat(65_537)}> >>`),
    ],
    ["pdf_structure_malformed", "a long name", () => changed(3, `<< /F (${"a".repeat(1025)}) >>`)],
    ["pdf_structure_malformed", "an odd number of names", () => changed(2, "<< /Names [(a) 3 0 R (b)] >>")],
    ["pdf_structure_malformed", "an attachment without a name", () => changed(3, "<< /EF << /F 4 0 R >> >>")],
    [
      "pdf_structure_malformed",
      "an attachment without content",
      () => changed(3, "<< /F (a) /EF << /F 1 0 R >> >>"),
    ],
    [
      "pdf_attachment_duplicate",
      "two with the same name",
      () => changed(5, (was) => was.replace("bitcoin.ots", "proof.json")),
    ],
    [
      "pdf_attachment_ambiguous",
      "one with two names",
      () => changed(3, (was) => was.replace("/EF", "/UF (b) /EF")),
    ],
    [
      "pdf_attachment_ambiguous",
      "one with two contents",
      () => changed(3, (was) => was.replace("4 0 R", "4 0 R /UF 6 0 R")),
    ],
    [
      "pdf_attachment_ambiguous",
      "a node with kids and names",
      () => changed(2, "<< /Kids [1 0 R] /Names [(a) 3 0 R] >>"),
    ],
    ["pdf_structure_malformed", "a key that is not text", () => changed(2, "<< /Names [1 3 0 R] >>")],
    [
      "pdf_attachment_ambiguous",
      "a key that is another's name",
      () => changed(2, "<< /Names [(a) 3 0 R (proof.json) 5 0 R] >>"),
    ],
    [
      "pdf_attachment_duplicate",
      "two with the same key",
      () => changed(2, "<< /Names [(proof.json) 3 0 R (proof.json) 5 0 R] >>"),
    ],
    ...[
      ["in upper case", "(PROOF.JSON)"],
      ["with an invisible character", `<FEFF${utf16("proof\u200b.json")}>`],
      ["in UTF-16", `<FEFF${utf16("proof.json")}>`],
      ["in UTF-16, little-endian", `<FFFE${Buffer.from("proof.json", "utf16le").toString("hex")}>`],
      ["in UTF-8", `<EFBBBF${Buffer.from("proof.json").toString("hex")}>`],
      ["with its language", `<FEFF${utf16("\u001ben\u001bproof.json")}>`],
    ].map(
      ([how, name]) =>
        [
          "pdf_attachment_duplicate",
          `two with the same name, ${how}`,
          () => changed(5, (was) => was.replace("(bitcoin.ots)", name!)),
        ] as [string, string, () => Uint8Array],
    ),
    ["pdf_xref_ambiguous", "a linearized file whose start and end disagree", () => linearized("xref", true)],
    [
      "pdf_object_hidden",
      "an object that no section lists",
      () => hidden("9 0 obj\n<< /Type /Catalog >>\nendobj\n"),
    ],
    ["pdf_object_hidden", "an object in a comment", () => hidden("%\n9 0 %\nobj null endobj\n")],
    ["pdf_object_hidden", "a trailer that no section has", () => hidden("trailer\n<< /Root 5 0 R >>\n")],
    ["pdf_object_hidden", "an object after its replacement", () => replaced("1 0 R", true)],
    ["pdf_xref_ambiguous", "another catalog in an earlier section", () => replaced("2 0 R", false)],
    ["pdf_object_malformed", "a malformed first object", () => edited("1 0 obj", "1 0 abj")],
    ["pdf_too_many_attachments", "more than allowed", () => many(MAX_ATTACHMENTS + 1)],
    ["pdf_filter_unsupported", "another filter", () => changed(4, streamOf("00>", "/Filter /JPXDecode"))],
    [
      "pdf_filter_unsupported",
      "two filters",
      () => changed(4, streamOf("00>", "/Filter [/ASCIIHexDecode /Crypt]")),
    ],
    ["pdf_filter_unsupported", "data in another file", () => changed(4, streamOf("", "/F (other.bin)"))],
    [
      "pdf_stream_malformed",
      "a wrong length",
      () => changed(4, (was) => was.replace(/\/Length \d+/, "/Length 3")),
    ],
    [
      "pdf_stream_malformed",
      "a length beyond the file",
      () => changed(4, (was) => was.replace(/\/Length \d+/, "/Length 99999")),
    ],
    [
      "pdf_stream_malformed",
      "data that is not compressed",
      () => changed(4, streamOf("plain", "/Filter /FlateDecode")),
    ],
    [
      "pdf_stream_too_large",
      "a byte more than the limit",
      () => changed(4, flateStreamOf("x".repeat(MAX_BYTES + 1))),
    ],
    ["pdf_stream_too_large", "a bomb", () => changed(4, flateStreamOf(new Uint8Array(5_000_000)))],
  ])("%s: %s", async (code, _, file) => {
    expect(await codeOf(file())).toBe(code);
  });
});

describe("the tree of attachments", () => {
  /** Objects 1 to 6 as in `TWO`, and then these. The tree has the first of them as kids. */
  const withKids = (count: number, ...more: readonly string[]) => {
    const objects = attachmentObjects(TWO);
    objects[1] = `<< /Kids [${Array.from({ length: count }, () => "7 0 R").join(" ")}] >>`;
    return pdfOf({ objects: [...objects, ...more] });
  };

  test("has a limit of nodes, its root among them", async () => {
    expect(await codeOf(withKids(MAX_NAME_NODES - 1, "<< /Names [] >>"))).toBe("none");
    expect(await codeOf(withKids(MAX_NAME_NODES, "<< /Names [] >>"))).toBe("pdf_structure_malformed");
  });

  test.each([
    ["neither kids nor names", ""],
    ["names that are no list", "/Names 5"],
    [
      "more names than allowed, and an odd number",
      `/Names [${"(a) 3 0 R ".repeat(MAX_ATTACHMENTS + 1)} (b)]`,
    ],
  ])("has no node with %s", async (_, node) => {
    const objects = attachmentObjects(TWO);
    objects[1] = `<< ${node} >>`;
    objects.push("<< /Names [(b) 5 0 R] >>");
    expect(await codeOf(pdfOf({ objects }))).toBe("pdf_structure_malformed");
  });
});

test.each([
  ["kids and names, both of which could be read", "/Kids [7 0 R] /Names [(a) 3 0 R]"],
  ["kids that are null, and names", "/Kids null /Names [(a) 3 0 R]"],
])("a node of the tree has no %s", async (_, node) => {
  const objects = attachmentObjects(TWO);
  objects[1] = `<< ${node} >>`;
  objects.push("<< /Names [(b) 5 0 R] >>");
  expect(await codeOf(pdfOf({ objects }))).toBe("pdf_attachment_ambiguous");
});

describe("the name of an attachment", () => {
  const named = async (name: string) =>
    (await read(changed(3, (was) => was.replace("(proof.json)", name))))[0]?.[0];

  test("has a limit of characters", async () => {
    const longest = "a".repeat(MAX_ATTACHMENT_NAME_CHARACTERS);
    expect(await named(`(${longest})`)).toBe(longest);
    expect(await codeOf(changed(3, (was) => was.replace("proof.json", `${longest}a`)))).toBe(
      "pdf_structure_malformed",
    );
  });

  test("is in an encoding only after its whole mark", async () => {
    expect(await named("<FE61>")).toBe("\u00fea");
    expect(await named("<EFBB61>")).toBe("\u00ef\u00bba");
    expect(await named("<FF>")).toBe("\u00ff");
    expect(await named("<FEFF0061>")).toBe("a");
  });

  test("has no language without a mark", async () => {
    expect(await named("<1B656E1B61>")).toBe("\u001ben\u001ba");
    expect(await named("<FEFF001B0065006E001B0061>")).toBe("a");
  });

  test.each([
    ["two with the same name", (name: string) => [`(a) 3 0 R (b) 5 0 R`, name, name]],
    ["one with the key of another", (name: string) => [`(${name}) 3 0 R (b) 5 0 R`, "x", name]],
  ])("is quoted shortened: %s", async (_, make) => {
    const [tree, first, second] = make("n".repeat(MAX_ATTACHMENT_NAME_CHARACTERS));
    const objects = attachmentObjects(TWO);
    objects[1] = `<< /Names [${tree}] >>`;
    objects[2] = objects[2]!.replace("proof.json", first!);
    objects[4] = objects[4]!.replace("bitcoin.ots", second!);
    const refused = await parseAttachments(pdfOf({ objects })).then(
      () => "",
      ({ message }: Error) => message,
    );
    expect(refused).toContain("nnnn");
    expect(refused.length).toBeLessThan(200);
  });
});

test("accepts a file at the limits", async () => {
  expect(await read(many(MAX_ATTACHMENTS))).toHaveLength(MAX_ATTACHMENTS);
  expect(await read(changed(4, flateStreamOf("x".repeat(MAX_BYTES))))).toHaveLength(2);
});

test("linearized files are read if start and end agree, or after an update", async () => {
  expect(await read(linearized("xref", false))).toHaveLength(2);
  expect(await read(linearized("added to", true))).toHaveLength(2);
});

test("the newest tree is read even if it precedes the one it replaces", async () => {
  expect(await read(replaced("1 0 R", false))).toHaveLength(1);
});

test("a chain of sections has a limit", async () => {
  let text = Buffer.from(pdfOf({ objects: attachmentObjects(TWO) })).toString("latin1");
  for (let section = 1; section <= MAX_SECTIONS; section++) {
    if (section === MAX_SECTIONS) expect(await read(Buffer.from(text, "latin1"))).toHaveLength(2);
    const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]!;
    const start = text.length;
    text += `xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
  }
  expect(await codeOf(Buffer.from(text, "latin1"))).toBe("pdf_too_many_objects");
});

function utf16(text: string): string {
  return Buffer.from(text, "utf16le").swap16().toString("hex");
}

/**
 * A linearized file: its first object declares it, and a section follows.
 *
 * @param state whether the declared length is still correct.
 * @param hasLaterStart whether the end names another section.
 */
function linearized(state: "xref" | "added to", hasLaterStart: boolean): Uint8Array {
  const objects = attachmentObjects(TWO);
  const build = (length: number): string => {
    let text = `%PDF-1.7\n7 0 obj\n<< /Linearized 1 /L ${String(length).padStart(10, "0")} >>\nendobj\n`;
    const start = text.length;
    const bodies = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
    const trailer = "trailer\n<< /Size 8 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n";
    let at = start + "xref\n1 7\n".length + 20 * 7 + trailer.length;
    const entries = bodies.map((body) => {
      const entry = `${String(at).padStart(10, "0")} 00000 n \n`;
      at += body.length;
      return entry;
    });
    entries.push(`${String("%PDF-1.7\n".length).padStart(10, "0")} 00000 n \n`);
    text += `xref\n1 7\n${entries.join("")}${trailer}${bodies.join("")}`;
    const later = text.length;
    if (hasLaterStart) text += `xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev ${start} >>\n`;
    return `${text}startxref\n${hasLaterStart ? later : start}\n%%EOF\n`;
  };
  return Buffer.from(build(state === "xref" ? build(0).length : 1), "latin1");
}

/** A file with additional bytes before its cross-references. */
function hidden(more: string): Uint8Array {
  const text = Buffer.from(pdfOf({ objects: attachmentObjects(TWO) })).toString("latin1");
  const [body, end] = text.split("xref\n0", 2) as [string, string];
  return Buffer.from(
    `${body}${more}xref\n0${end.replace(/startxref\n$/, "")}startxref\n${body.length + more.length}\n%%EOF\n`,
    "latin1",
  );
}

/**
 * A file whose newest section has another tree of attachments, without the second one.
 *
 * @param oldRoot catalog of the earlier section.
 * @param isBefore whether the newest tree precedes the one it replaces.
 */
function replaced(oldRoot: string, isBefore: boolean): Uint8Array {
  const tree = "2 0 obj\n<< /Names [(a) 3 0 R] >>\nendobj\n";
  const header = isBefore ? `%PDF-1.7\n${tree}` : "%PDF-1.7\n";
  const first = Buffer.from(pdfOf({ objects: attachmentObjects(TWO), header, trailer: `/Root ${oldRoot}` }));
  const previous = /startxref\n(\d+)/.exec(first.toString("latin1"))![1]!;
  const offset = isBefore ? "%PDF-1.7\n".length : first.length;
  const text = `${first.toString("latin1")}${isBefore ? "" : tree}`;
  const entry = `${String(offset).padStart(10, "0")} 00000 n \n`;
  const table = `xref\n2 1\n${entry}trailer\n<< /Size 7 /Root 1 0 R /Prev ${previous} >>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, "latin1");
}

function many(count: number): Uint8Array {
  return pdfOf({
    objects: attachmentObjects(Array.from({ length: count }, (_, at) => ({ name: `${at}`, data: "x" }))),
  });
}

function loop(): Uint8Array {
  const text = Buffer.from(pdfOf({ objects: attachmentObjects(TWO) })).toString("latin1");
  const start = /startxref\n(\d+)/.exec(text)![1]!;
  return Buffer.from(text.replace("/Root 1 0 R", `/Root 1 0 R /Prev ${start}`), "latin1");
}
