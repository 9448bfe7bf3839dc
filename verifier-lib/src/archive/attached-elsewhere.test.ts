/** Files that are attached by annotations, by pages and by the document, beside the name tree or without one. */

import { FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { MAX_ANNOTATIONS, MAX_ATTACHMENTS, MAX_PAGE_NODES } from "../limits.js";
import { attachmentObjects, flateStreamOf, pdfOf } from "./pdf.testing.js";
import { parseAttachments } from "./pdf-attachments.js";

const PROOF = { name: "proof.json", data: '{"schema":"svc-proof/2"}' };
const OTHER = '{"schema":"svc-proof/2","other":1}';

interface Elsewhere {
  /** Entries of the catalog, of a page, and of a file attachment annotation. */
  readonly catalog?: string;
  readonly page?: string;
  readonly annotation?: string;
  /** Objects from 10 on. */
  readonly more?: readonly string[];
  readonly hasTree?: boolean;
}

/** Objects 1 to 4: the catalog, its name tree and `PROOF`; 5 and 6: pages; 7: an annotation; 8 and 9: another proof. */
function certificate({ catalog = "", page = "", annotation = "", more = [], hasTree = true }: Elsewhere) {
  const [, tree, ...proof] = attachmentObjects([PROOF]);
  const names = hasTree ? "/Names << /EmbeddedFiles 2 0 R >>" : "";
  return pdfOf({
    objects: [
      `<< /Type /Catalog /Pages 5 0 R ${names} ${catalog} >>`,
      tree!,
      ...proof,
      "<< /Type /Pages /Kids [6 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 5 0 R ${page} >>`,
      `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 1 1] ${annotation} >>`,
      "<< /Type /Filespec /F (proof.json) /EF << /F 9 0 R >> >>",
      flateStreamOf(OTHER, "/Type /EmbeddedFile"),
      ...more,
    ],
  });
}

async function read(pdf: Uint8Array): Promise<string[] | string> {
  try {
    const attachments = await parseAttachments(pdf);
    const contents = attachments.map(async (one) => `${one.name}: ${Buffer.from(await one.read(1000))}`);
    return await Promise.all(contents);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

const ONCE = [`proof.json: ${PROOF.data}`];
const INLINE = "<< /F (b.txt) /EF << /F 9 0 R >> >>";

describe.each<[string, (specification: string) => Elsewhere]>([
  ["an annotation of a page", (of) => ({ page: "/Annots [7 0 R]", annotation: `/FS ${of}` })],
  [
    "an annotation in the page itself",
    (of) => ({ page: `/Annots [<< /Subtype /FileAttachment /FS ${of} >>]` }),
  ],
  [
    "annotations that are an object",
    (of) => ({ page: "/Annots 10 0 R", annotation: `/FS ${of}`, more: ["[7 0 R]"] }),
  ],
  ["what an annotation is about", (of) => ({ page: "/Annots [7 0 R]", annotation: `/AF [${of}]` })],
  ["what a page is about", (of) => ({ page: `/AF [${of}]` })],
  ["what the document is about", (of) => ({ catalog: `/AF 10 0 R`, more: [`[${of}]`] })],
])("%s", (_, attach) => {
  test("a second proof.json", async () => {
    expect(await read(certificate(attach("8 0 R")))).toBe("pdf_attachment_duplicate");
  });

  test("the file of the name tree again: it is the same one", async () => {
    expect(await read(certificate(attach("3 0 R")))).toEqual(ONCE);
    expect(await read(certificate(attach("<< /UF (proof.json) /EF << /UF 4 0 R >> >>")))).toEqual(ONCE);
  });

  test("another file", async () => {
    expect(await read(certificate(attach(INLINE)))).toEqual([...ONCE, `b.txt: ${OTHER}`]);
  });

  test("without a name tree", async () => {
    expect(await read(certificate({ ...attach("3 0 R"), hasTree: false }))).toEqual(ONCE);
  });

  test("a file outside of the document is not attached", async () => {
    for (const outside of ["(proof.json)", "<< /F (proof.json) >>", "null"]) {
      expect(await read(certificate(attach(outside)))).toEqual(ONCE);
    }
  });

  test("a name that is the key of another in the tree", async () => {
    expect(await read(certificate(attach(INLINE.replace("b.txt", "proof.JSON"))))).toBe(
      "pdf_attachment_duplicate",
    );
  });
});

test("pages below pages are looked at, and one that refers to itself once and for all", async () => {
  const nested = (kids: string) =>
    certificate({
      page: "/Type /Pages /Kids [10 0 R]".replace("/Type /Pages", ""),
      annotation: "/FS 8 0 R",
      more: [`<< /Type /Page /Annots [7 0 R] ${kids} >>`],
    });
  expect(await read(nested(""))).toBe("pdf_attachment_duplicate");
  expect(await read(certificate({ page: "/Kids [6 0 R]" }))).toBe("pdf_too_many_objects");
});

describe("limits, at the last that is allowed and the first that is not", () => {
  test("pages", async () => {
    const pages = (count: number) =>
      certificate({ page: `/Kids [${"10 0 R ".repeat(count - 2)}]`, more: ["<< >>"] });
    expect(await read(pages(MAX_PAGE_NODES))).toEqual(ONCE);
    expect(await read(pages(MAX_PAGE_NODES + 1))).toBe("pdf_too_many_objects");
  });

  test("annotations", async () => {
    const annotations = (count: number) => certificate({ page: `/Annots [${"<< >> ".repeat(count)}]` });
    expect(await read(annotations(MAX_ANNOTATIONS))).toEqual(ONCE);
    expect(await read(annotations(MAX_ANNOTATIONS + 1))).toBe("pdf_too_many_objects");
  });

  test("attachments, with those of the name tree", async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, i) => `<< /F (${i}.txt) /EF << /F 9 0 R >> >>`).join(" ");
    const attached = (count: number) => certificate({ page: `/AF [${files(count)}]` });
    expect(await read(attached(MAX_ATTACHMENTS - 1))).toHaveLength(MAX_ATTACHMENTS);
    expect(await read(attached(MAX_ATTACHMENTS))).toBe("pdf_too_many_attachments");
  });
});
