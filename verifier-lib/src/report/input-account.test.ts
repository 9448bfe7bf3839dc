import { describe, expect, test } from "vitest";
import { InputAccount } from "./input-account.js";
import type { Check, CheckStatus, GivenInput, InputKind } from "./report.js";

function accountOf(...entries: readonly (readonly [InputKind, GivenInput["origin"], number])[]) {
  const account = new InputAccount();
  for (const [kind, origin, count] of entries) account.enter(kind, origin, new Array(count).fill(null));
  return account;
}
const check = (id: Check["id"], status: CheckStatus): Check => ({
  id,
  status,
  code: "ok",
  basis: "computed",
  evidence: {},
});
const stateOf = ({ entries }: InputAccount) =>
  entries.map(({ kind, origin, index, status, code }) => `${kind} ${origin} ${index} ${status} ${code}`);

test("an input counts as unused until a check reports on it", () => {
  const account = new InputAccount();
  account.enter("seal", "caller", ["a.tsr"]);
  account.enter("seal", "package", [null]);
  expect(account.entries).toEqual([
    {
      kind: "seal",
      origin: "caller",
      index: 0,
      name: "a.tsr",
      status: "not_applicable",
      code: "input_not_applicable",
    },
    {
      kind: "seal",
      origin: "package",
      index: 0,
      name: null,
      status: "not_applicable",
      code: "input_not_applicable",
    },
  ]);
});

test("results are told by the index among all inputs of a kind, those of the caller first", () => {
  const account = accountOf(["crl", "caller", 1], ["seal", "caller", 1], ["crl", "package", 2]);
  account.checked("crl", 0);
  account.failed("crl", 1, "der_truncated");
  account.notApplicable("crl", 2, "not_needed");
  account.checked("seal", 1);
  account.checked("witness", 0);
  expect(stateOf(account)).toEqual([
    "crl caller 0 checked ok",
    "seal caller 0 not_applicable input_not_applicable",
    "crl package 0 failed der_truncated",
    "crl package 1 not_applicable not_needed",
  ]);
  expect([account.indexes("crl"), account.indexes("seal"), account.indexes("witness")]).toEqual([
    [0, 1, 2],
    [0],
    [],
  ]);
});

test("where the main input cannot be read, every input is unused", () => {
  const account = accountOf(["crl", "caller", 1], ["seal", "package", 1]);
  account.checked("crl", 0);
  account.allUnused();
  expect(stateOf(account)).toEqual([
    "crl caller 0 not_applicable depends_on_failed_check",
    "seal package 0 not_applicable depends_on_failed_check",
  ]);
  expect([account.check([]), account.notices()]).toEqual([null, []]);
});

describe("the check `inputs`", () => {
  test("is not made if every input was used", () => {
    const account = accountOf(["seal", "caller", 1]);
    account.checked("seal", 0);
    expect(account.check([check("seal", "passed")])).toBeNull();
    expect(account.notices()).toEqual([]);
  });

  test("lists evidence that no check uses, and so do notices", () => {
    const account = accountOf(["witness", "caller", 1], ["crl", "package", 1]);
    account.checked("witness", 0);
    const unused = { kind: "crl", origin: "package", index: 0 };
    expect(account.check([])).toEqual({
      id: "inputs",
      status: "skipped",
      code: "input_not_applicable",
      basis: null,
      evidence: { inputs: [{ ...unused, code: "input_not_applicable" }] },
    });
    expect(account.notices()).toEqual([{ code: "input_not_applicable", evidence: unused }]);
  });

  test("does not miss sources, a snapshot or other parts that were not needed", () => {
    const kinds = ["evm_source", "bitcoin_source", "revocation_source", "trust_list", "part"] as const;
    const account = accountOf(...kinds.map((kind) => [kind, "caller", 1] as const));
    expect([account.check([]), account.notices()]).toEqual([null, []]);
  });

  test("fails with the code of the first input that could not be read, and lists all", () => {
    const account = accountOf(["crl", "caller", 2], ["seal", "caller", 1]);
    account.checked("seal", 0);
    account.failed("crl", 0, "der_truncated");
    account.failed("crl", 1, "der_trailing_data");
    expect(account.check([check("seal", "passed")])).toEqual({
      id: "inputs",
      status: "failed",
      code: "der_truncated",
      basis: "computed",
      evidence: {
        inputs: [
          { kind: "crl", origin: "caller", index: 0, code: "der_truncated" },
          { kind: "crl", origin: "caller", index: 1, code: "der_trailing_data" },
        ],
      },
    });
  });

  test.each<[InputKind, boolean]>([
    ["proof", true],
    ["original", true],
    ["content_hash", true],
    ["timestamp", true],
    ["seal", true],
    ["witness", true],
    ["crl", false],
    ["witness_timestamp", false],
  ])("leaves a failed %s to its own check, if that failed: %s", (kind, hasCheck) => {
    const account = accountOf([kind, "caller", 1]);
    account.failed(kind, 0, "der_truncated");
    const others = [check("content", "passed"), check("seal", "failed")];
    expect(account.check(others) === null).toBe(hasCheck);
    // Nothing else tells of the failure.
    expect(account.check([check("seal", "passed")])).toMatchObject({ status: "failed" });
  });

  test("speaks up if one of several failures has no check of its own", () => {
    const account = accountOf(["seal", "caller", 1], ["crl", "caller", 1]);
    account.failed("seal", 0, "signature_invalid");
    account.failed("crl", 0, "der_truncated");
    expect(account.check([check("seal", "failed")])).toMatchObject({
      status: "failed",
      code: "signature_invalid",
    });
  });

  test.each<[InputKind, GivenInput["origin"], boolean]>([
    ["headers", "caller", true],
    ["certificates", "caller", true],
    ["trusted_list_entry", "package", true],
    ["crl", "package", true],
    ["ocsp_response", "package", true],
    ["crl", "caller", false],
    ["ocsp_response", "caller", false],
    ["seal_timestamp", "package", false],
  ])("ignores %s of the %s that cannot be read: %s", (kind, origin, isIgnored) => {
    const account = accountOf([kind, origin, 1]);
    account.failed(kind, 0, "der_truncated");
    expect(account.check([]) === null).toBe(isIgnored);
  });
});
