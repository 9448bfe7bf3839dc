/** The form of CHANGELOG.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readChangelog } from "../../scripts/release/versions.mjs";
import { root } from "../e2e/sandbox.js";

const GOOD = `# Changelog

Words about it.

## [Unreleased]

### Site

- New.

## [1.1.0] - 2026-11-22

### Verifier

- Better.

## [1.1.0-rc.1] - 2026-11-21

- A candidate.

## [1.0.0] - 2026-11-21

The first.
`;

test("our own changelog has the form", () => {
  const { problems, releases } = readChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  expect(problems).toEqual([]);
  expect(releases.length).toBeGreaterThan(1);
});

test("a good one is read", () => {
  const { problems, releases } = readChangelog(GOOD);
  expect(problems).toEqual([]);
  expect(releases).toEqual([
    { version: null, date: null, text: "### Site\n\n- New." },
    { version: "1.1.0", date: "2026-11-22", text: "### Verifier\n\n- Better." },
    { version: "1.1.0-rc.1", date: "2026-11-21", text: "- A candidate." },
    { version: "1.0.0", date: "2026-11-21", text: "The first." },
  ]);
});

test.each<[string, string, string]>([
  ["# Changelog", "# Changes", `CHANGELOG.md:1: expected "# Changelog"`],
  ["## [Unreleased]\n", "## [1.2.0] - 2026-11-23\n", "no section [Unreleased]"],
  ["## [1.1.0] -", "## 1.1.0 -", `CHANGELOG.md:11: expected "[Unreleased]" or`],
  ["2026-11-22", "22.11.2026", `CHANGELOG.md:11: expected "[Unreleased]" or`],
  ["2026-11-22", "2026-13-22", "2026-13-22 is no date"],
  ["2026-11-22", "2026-11-20", "1.1.0-rc.1 has a later date than 1.1.0 above it"],
  ["[1.0.0]", "[1.1.0]", "1.1.0 is newer than 1.1.0-rc.1 above it"],
  ["[1.1.0-rc.1]", "[1.1.0]", "1.1.0 is there twice"],
  ["[1.0.0]", "[2.0.0]", "2.0.0 is newer than 1.1.0-rc.1 above it"],
  ["- Better.\n", "", `"Verifier" is empty`],
  ["The first.\n", "", "1.0.0 says nothing"],
  ["- Better.\n", "- Better.\n\n### Verifier\n\n- Again.\n", `"Verifier" is there twice in one version`],
  ["### Verifier", "# Verifier", "a heading of another form: # Verifier"],
])("%j as %j", (from, to, problem) => {
  expect(GOOD).toContain(from);
  const { problems } = readChangelog(GOOD.replace(from, to));
  expect(problems).toEqual([expect.stringContaining(problem)]);
});
