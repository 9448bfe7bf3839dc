import fc from "fast-check";
import { expect, it } from "vitest";
import { fileName } from "./proof.js";

it.each([
  ["report.pdf", "report.pdf"],
  ["/srv/files/report.pdf", "report.pdf"],
  ["C:\\temp\\report.pdf", "report.pdf"],
  ["C:\\temp/mixed\\report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  ["  spaced name.txt  ", "spaced name.txt"],
  ["naïve 📄.txt", "naïve 📄.txt"],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["tab\there\u0085", "tabhere"],
  [".hidden", ".hidden"],
  ["...", "..."],
  ["", null],
  ["folder/", null],
  ["\\", null],
  [".", null],
  ["a/..", null],
  ["\u0000\u200f", null],
  ["\u200b", null],
  ["folder/\u200b \u2060\ufeff\u00ad", null],
  ["\u3164\u2800\u034f\u{e0061}", null],
  ["family \u{1f469}\u200d\u{1f467}.jpg", "family \u{1f469}\u200d\u{1f467}.jpg"],
])("finds in %j the name %j", (text, name) => {
  expect(fileName(text)).toBe(name);
});

it("gives a name without path or control characters, and is idempotent", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("/", "\\", ".", " ", "\u0000", "\u007f", "\u202e", "\u2028"),
      fc.string({ unit: "binary" }),
    ),
  });
  fc.assert(
    fc.property(text, (given) => {
      const name = fileName(given);
      if (name === null) return;
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(["", ".", ".."]).not.toContain(name);
      expect(given).toContain(name[0]);
      expect(fileName(name)).toBe(name);
    }),
  );
});
