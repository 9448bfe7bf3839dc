import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { readOperatorTexts, renderMarkdown } from "./operator.js";

describe("markdown", () => {
  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["a script in a line", "text <script>alert(1)</script> text"],
    ["an image with a handler", "<img src=x onerror=alert(1)>"],
    ["a picture", '![<b onclick="x">](javascript:alert(1))'],
    ["a link to a script", "[x](javascript:alert(1))"],
    [
      "a link to a script, disguised",
      "[x](JaVaScRiPt:alert(1)) [y](java\tscript:alert(1)) [z](&#106;avascript:alert(1))",
    ],
    ["a link to data", "[x](data:text/html,<script>1</script>)"],
    ["a link that leaves its attribute", '[x](https://a.example/"onmouseover="alert(1))'],
    ["a title that leaves its attribute", "[x](https://a.example 'a\" onclick=\"x')"],
    ["a heading with markup", '# <i onclick="x">a</i>\n\n## <i onclick="x">b</i>'],
    ["code with markup", "```<script>\n</code></pre><script>x</script>\n```"],
    ["a table with markup", "|<b onclick=x>|\n|---|\n|<script>x</script>|"],
  ])("%s stays text", (_, text) => {
    const { html } = renderMarkdown(text);
    expect(
      tagsOf(html).filter((tag) => !/^<\/?(?:p|h\d|a|pre|code|div|table|thead|tbody|tr|th|td)\b/.test(tag)),
    ).toEqual([]);
    for (const tag of tagsOf(html)) {
      expect(tag).not.toMatch(/ on\w+=|javascript:|data:/i);
      expect(tag).toMatch(/^<\/?\w+(?: (?:href|rel|id|class|tabindex|align)="[^"<>]*")*>$/);
    }
  });

  test("no text becomes a tag that is not Markdown's", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "<",
            ">",
            "a",
            "script",
            "/",
            '"',
            "'",
            "=",
            "on",
            "[",
            "](",
            ")",
            "`",
            "#",
            " ",
            "\n",
            "|",
            "&",
            "!",
            "*",
            "javascript:",
            "https://x.example",
          ),
        ),
        (parts) => {
          for (const tag of tagsOf(renderMarkdown(parts.join("")).html)) {
            expect(tag).toMatch(
              /^<\/?\w+(?: (?:href|rel|id|class|tabindex|align|start|type|checked|disabled)="[^"<>]*")*>$/,
            );
            expect(tag).not.toMatch(/^<\/?script|javascript:/);
          }
        },
      ),
    );
  });

  test("a link leads where the caller says, or nowhere", () => {
    const { html } = renderMarkdown("[a](one.md#x) [b](two.md)", (href) =>
      href.startsWith("one") ? "/docs/one" : null,
    );
    expect(html).toBe('<p><a href="/docs/one">a</a> b</p>\n');
  });

  test("a column without a heading has no header cell", () => {
    const { html } = renderMarkdown("| | b |\n|---|---|\n| c | d |");
    expect(html).toContain("<td></td>\n<th>b</th>");
  });

  test("headings have identifiers as other readers of Markdown make them, and one page has one title", () => {
    const { title, headings, html } = renderMarkdown(
      "# The `report`\n\n## What it says\n\n## What it says\n\n# Again",
    );
    expect(title).toBe("The report");
    expect(headings).toEqual([
      { depth: 2, id: "what-it-says", text: "What it says" },
      { depth: 2, id: "what-it-says-1", text: "What it says" },
      { depth: 2, id: "again", text: "Again" },
    ]);
    expect(html).not.toContain("<h1");
  });

  function tagsOf(html: string): string[] {
    return html.match(/<[^>]*>?/g) ?? [];
  }
});

describe("operator text", () => {
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
});
