import { expect, test } from "vitest";
import { renderDiagram } from "./render-diagram.js";

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
