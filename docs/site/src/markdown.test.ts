import { describe, expect, test } from "vitest";
import { mendAnchors, renderDiagram, renderMarkdown } from "./markdown.js";

describe("render diagram", () => {
  test("a diagram has nothing inline, identifiers of its own, its words, and its text", () => {
    const html = renderDiagram("flowchart LR\n  a[one & two] --> b{three}", 3);
    expect(html).not.toMatch(/<style| style=|https?:\/\/fonts|<script/);
    for (const [, id] of html.matchAll(/ id="([^"]+)"/g)) expect(id).toMatch(/^d3-/);
    for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(html).toContain(` id="${id}"`);
    expect(html).toContain("three");
    expect(html).toContain("a[one &amp; two] --&gt; b{three}");
  });

  test("what is no diagram ends the build", () => {
    expect(() => renderDiagram("nonsense", 0)).toThrow();
  });
});

describe("mend anchors", () => {
  const HEADINGS =
    '<h3 id="evmchain">evmChain()</h3><h3 id="evmchain-1">EvmChain</h3><h3 id="step-2">Step 2</h3>';

  test.each([
    ["a number that no heading has", "evmchain-3", "evmchain-1"],
    ["a heading that is there", "evmchain", "evmchain"],
    ["a number that is part of the name", "step-2", "step-2"],
    ["a name that no heading has: it stays, and the test of the links finds it", "other-1", "other-1"],
  ])("%s", (_, asked, leads) => {
    expect(mendAnchors(`${HEADINGS}<a href="#${asked}">x</a>`)).toBe(`${HEADINGS}<a href="#${leads}">x</a>`);
  });
});

describe("render markdown", () => {
  const render = (text: string) =>
    renderMarkdown(text, {
      target: (href) => (href.startsWith("gone") ? null : href.replace(".md", ".html")),
      diagram: (diagram, index) => `[${index}: ${diagram}]`,
    });

  test("the title is the first heading, and each other heading has an identifier of its own and a link to itself", () => {
    const { title, headings, html } = render(
      "# The `report`\n\n## What it says\n\n## What it says\n\n# Again",
    );
    expect(title).toBe("The report");
    expect(headings).toEqual([
      { depth: 2, id: "what-it-says", text: "What it says" },
      { depth: 2, id: "what-it-says-1", text: "What it says" },
      { depth: 2, id: "again", text: "Again" },
    ]);
    expect(html).not.toContain("<h1");
    expect(html).toContain('href="#what-it-says-1" aria-label="Link to “What it says”"');
  });

  test("a link leads to the page of its document, out of the site, or nowhere", () => {
    expect(render("[a](one.md#x) [b](gone.md) [c](https://a.example/)").html).toBe(
      '<p><a href="one.html#x">a</a> b <a href="https://a.example/" rel="noreferrer external">c</a></p>\n',
    );
  });

  test("code stays text, and its frame can be reached by the keyboard", () => {
    expect(render("```sh\n<script>alert(1)</script>\n```").html).toBe(
      '<pre class="code" tabindex="0"><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>\n',
    );
  });

  test("markup in a document is text, and its comments are left out", () => {
    expect(
      render("A <b onclick=x>word</b>.\n\n<script>alert(1)</script>\n\n<!-- note -->\n\nEnd.").html,
    ).toBe("<p>A &lt;b onclick=x&gt;word&lt;/b&gt;.</p>\n&lt;script&gt;alert(1)&lt;/script&gt;<p>End.</p>\n");
    expect(render("[a](javascript:alert) ![x](javascript:alert)").html).not.toContain("href");
  });

  test("diagrams are drawn, each with its number", () => {
    expect(render("```mermaid\na\n```\n\n```mermaid\nb\n```").html).toBe("[0: a][1: b]");
  });
});
