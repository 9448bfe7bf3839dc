import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAttachments } from "../../../verifier-lib/src/archive/pdf-attachments.js";
import { asciiString, dictionary, name, number, PdfFile, textString } from "./objects.js";

test("texts and names that would end early do not", () => {
  expect(asciiString("a(b)\\")).toBe("(a\\(b\\)\\\\)");
  expect(name("application/json x")).toBe("/application#2fjson#20x");
  expect(textString("é😀")).toBe("<feff00e9d83dde00>");
  expect([number(1 / 3), number(-0.0001), number(12)]).toEqual(["0.333", "0", "12"]);
});

test("an object that was reserved must be set", async () => {
  const file = new PdfFile();
  const root = file.reserve();
  await expect(file.encode(root, root, "00", deflateSync)).rejects.toThrow("object 1");
});

test("the verifier's own reader finds what was written, however many objects there are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2000 }),
      fc.constantFrom(0, 1, 199, 200, 401),
      async (content, count) => {
        const file = new PdfFile();
        for (let at = 0; at < count; at++) file.add(`[${at}]`);
        const embedded = file.addStream(Uint8Array.from(content), {
          Type: "/EmbeddedFile",
          Params: dictionary({ Size: `${content.length}` }),
        });
        const specification = file.add(
          dictionary({
            Type: "/Filespec",
            F: "(a.json)",
            UF: textString("a.json"),
            EF: dictionary({ F: embedded, UF: embedded }),
          }),
        );
        const pages = file.reserve();
        const page = file.add(dictionary({ Type: "/Page", Parent: pages, MediaBox: "[0 0 9 9]" }));
        file.set(pages, dictionary({ Type: "/Pages", Kids: `[${page}]`, Count: "1" }));
        const names = dictionary({ EmbeddedFiles: dictionary({ Names: `[(a.json) ${specification}]` }) });
        const root = file.add(dictionary({ Type: "/Catalog", Pages: pages, Names: names }));
        const info = file.add(dictionary({ Title: textString("t") }));
        const [attachment, ...others] = await parseAttachments(
          await file.encode(root, info, "00", deflateSync),
        );
        expect([attachment!.name, others.length]).toEqual(["a.json", 0]);
        expect(await attachment!.read(4000)).toEqual(Uint8Array.from(content));
      },
    ),
    { numRuns: 20 },
  );
});
