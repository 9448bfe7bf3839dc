import { expect, test } from "vitest";
import { pagePath, relativeLink } from "./page-path.js";

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
  ["formats/evidence.html", "..", "../.."],
])("from %s to %s: %s", (from, to, link) => {
  expect(relativeLink(from, to)).toBe(link);
});
