import { describe, expect, test } from "vitest";
import { documentOrder, pagePath, relativeLink } from "./documents.js";

describe("document order", () => {
  test("pages have the place of their row, and those beside another no description", () => {
    const order = documentOrder(
      "| Page | Content |\n|---|---|\n| [glossary.md](glossary.md) | one `proof` |\n| [x](x.md) | `code` first |\n| [en](guides/en/a.md), [de](guides/de/a.md) | courts |\n| plain | text |\n",
    );
    expect([...order]).toEqual([
      ["glossary.html", { rank: 0, description: "One `proof`" }],
      ["x.html", { rank: 1, description: "`code` first" }],
      ["guides/en/a.html", { rank: 2, description: "Courts" }],
      ["guides/de/a.html", { rank: 3, description: null }],
    ]);
  });
});

describe("page path", () => {
  test.each([
    ["docs/README.md", "index.html"],
    ["docs/glossary.md", "glossary.html"],
    ["docs/formats/evidence.md", "formats/evidence.html"],
    ["docs/reference/verifier-lib/README.md", "reference/verifier-lib/index.html"],
    ["verifier-lib/README.md", "packages/verifier-lib.html"],
    ["README.md", "packages/svc-proof.html"],
    ["CHANGELOG.md", "packages/changelog.html"],
  ])("%s is at %s", (source, path) => {
    expect(pagePath(source)).toBe(path);
  });

  test.each([
    ["benchmarks.html", "glossary.html#seal", "glossary.html#seal"],
    ["formats/evidence.html", "glossary.html", "../glossary.html"],
    ["glossary.html", "formats/evidence.html#a", "formats/evidence.html#a"],
    ["formats/evidence.html", "formats/evidence.html#a", "#a"],
    ["formats/evidence.html", "formats/evidence.html", "evidence.html"],
    ["formats/evidence.html", ".", ".."],
  ])("from %s to %s: %s", (from, to, link) => {
    expect(relativeLink(from, to)).toBe(link);
  });
});
