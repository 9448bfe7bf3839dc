import { expect, test } from "vitest";
import { randomAccess } from "../random-access.js";
import { hasPdfHeader, PDF_HEADER_BYTES } from "./parse-zip.js";

const has = (text: string) => hasPdfHeader(randomAccess(Buffer.from(text, "latin1")));
const after = (bytes: number) => `${"x".repeat(bytes)}%PDF-${"x".repeat(100)}`;

test("programs look for the start of a PDF file in the first 1,024 bytes", async () => {
  for (const bytes of [0, 1, 500, PDF_HEADER_BYTES - 1])
    expect(await has(after(bytes)), `${bytes}`).toBe(true);
  for (const bytes of [PDF_HEADER_BYTES, PDF_HEADER_BYTES + 1]) expect(await has(after(bytes))).toBe(false);
});

test.each(["", "%PDF", "%PDF ", "%pdf-", "PDF-", "%P%PDF"])("the start is whole: %j", async (text) => {
  expect(await has(text)).toBe(false);
});
