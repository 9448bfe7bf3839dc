import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readOperatorTexts } from "./operator-text.js";

const folder = mkdtempSync(join(tmpdir(), "svc-operator-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("none is given", () => {
  expect(readOperatorTexts("SVC_IMPRINT_FILE", null)("en")).toBeNull();
});

test("plain text keeps its lines and no markup", () => {
  const path = file("imprint.txt", "Ana & Söhne\r\nCalle <b>Mayor</b> 1\r\n\r\n# VAT\n");
  expect(readOperatorTexts("SVC_IMPRINT_FILE", path)("de")).toEqual({
    language: null,
    title: null,
    html: "<p>Ana &#38; Söhne<br>Calle &#60;b&#62;Mayor&#60;/b&#62; 1</p><p># VAT</p>",
  });
});

test("Markdown is read by its name; a reader without a text in the own language gets another", () => {
  file("privacy.es.md", "# Privacidad\n\nNada **más**.");
  file("privacy.de.md", "Nichts.");
  const texts = readOperatorTexts("SVC_PRIVACY_FILE", join(folder, "privacy.{lang}.md"));
  expect(texts("es")).toMatchObject({ language: "es", html: "<p>Nada <strong>más</strong>.</p>\n" });
  expect(texts("de")?.html).toBe("<p>Nichts.</p>\n");
  expect(texts("fr")?.language).toBe("es");
  file("privacy.en.md", "Nothing.");
  const withEnglish = readOperatorTexts("SVC_PRIVACY_FILE", join(folder, "privacy.{lang}.md"));
  expect(withEnglish("fr")?.language).toBe("en");
});

test.each([
  ["no such file", join(folder, "missing.md"), "cannot read"],
  ["a folder", folder, "cannot read"],
  ["no language at all", join(folder, "none.{lang}.md"), "at least one file"],
  ["not UTF-8", file("latin1.txt", Buffer.from([0xe4])), "UTF-8"],
  ["too long", file("long.txt", "x".repeat(200_001)), "at most 200000 bytes"],
])("the service does not start with %s", (_, path, message) => {
  expect(() => readOperatorTexts("SVC_PRIVACY_FILE", path)).toThrow(
    expect.objectContaining({ name: "StartError", message: expect.stringContaining(message) }),
  );
  expect(() => readOperatorTexts("SVC_PRIVACY_FILE", path)).toThrow("SVC_PRIVACY_FILE: ");
});
