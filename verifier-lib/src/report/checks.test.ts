import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CHECKS, checksOf, dependentsOf, isTimeCheck, mustAllPass } from "./checks.js";

describe("the table of checks", () => {
  test("has the checks of the schema, in the same order", () => {
    const schema = JSON.parse(readFileSync(new URL("../../report.schema.json", import.meta.url), "utf8"));
    expect(CHECKS.map(({ id }) => id)).toEqual(schema.$defs.check.properties.id.enum);
  });

  test("`needs` names only earlier checks", () => {
    const ids: readonly string[] = CHECKS.map(({ id }) => id);
    for (const [at, { needs }] of CHECKS.entries()) {
      for (const needed of needs) expect(ids.slice(0, at)).toContain(needed);
    }
  });

  test("states which checks give a time, and which link the content to it", () => {
    expect(CHECKS.filter(({ id }) => isTimeCheck(id)).map(({ id }) => id)).toEqual([
      "anchor",
      "block",
      "bitcoin",
      "seal",
    ]);
    expect(CHECKS.filter(({ id }) => mustAllPass(id)).map(({ id }) => id)).toEqual(["seal"]);
    expect(checksOf("evidence-zip", "link")).toEqual(["format", "leaf", "merkle", "payload"]);
    expect(checksOf("rfc3161", "link")).toEqual(["format"]);
  });
});

describe("if the format cannot be read", () => {
  test("a proof's own checks are skipped, and so are those of given files", () => {
    const own = ["content", "leaf", "merkle", "payload", "anchor"];
    expect(dependentsOf("format", "svc-proof/2", {})).toEqual(own);
    expect(dependentsOf("format", "svc-proof/2", { bitcoin: 1, seal: 2 })).toEqual([
      ...own,
      "bitcoin",
      "seal",
      "seal",
      "qualified",
      "qualified",
    ]);
    expect(checksOf("svc-proof/2", "quality")).toEqual(["qualified"]);
  });

  test("a witness skips the content and its anchor", () => {
    expect(dependentsOf("format", "evm-witness", {})).toEqual(["content", "anchor"]);
  });

  test("a timestamp skips the content and its own check", () => {
    expect(dependentsOf("format", "opentimestamps", { bitcoin: 1 })).toEqual(["content", "bitcoin"]);
  });

  test("a failed check skips nothing that does not need it", () => {
    expect(dependentsOf("leaf", "svc-proof/2", {})).toEqual([]);
  });
});
