import { expect, test } from "vitest";
import { CHECKS, type Check } from "../../index.js";
import { indeterminateReason } from "../../report/indeterminate-reason.js";
import { optionsOf } from "../options/command.js";
import { VERIFY } from "../options/commands.js";
import { hintsOf } from "./hints.js";

const check = (id: string, code: string, evidence: object = {}) =>
  ({ id, code, status: "indeterminate", basis: null, evidence }) as unknown as Check;
const OFFLINE = { isOnline: false };

test.each([
  [check("anchor", "no_source", { chain_id: 137 }), "--rpc 137=URL"],
  [check("anchor", "witness_unconfirmed", { chain_id: 1 }), "--online"],
  [check("anchor", "source_timeout", { chain_id: 1 }), "--timeout SECONDS"],
  [check("anchor", "finality_unknown", { chain_id: 1 }), "--confirmations N"],
  [check("bitcoin", "no_bitcoin_header"), "--headers FILE"],
  [check("block", "header_unproven"), "--esplora URL"],
  [check("bitcoin", "bitcoin_pending", { pending: [] }), "svc-verify upgrade FILE.ots"],
  [check("seal", "no_trust_anchor"), "--trust FILE.pem"],
  [check("seal", "no_path"), "--certificates FILE"],
  [check("seal", "signer_certificate_missing"), "--certificates FILE"],
  [check("seal", "out_of_bounds_no_poe"), "--seal-timestamp FILE.ots"],
  [check("qualified", "trusted_list_too_old"), "--trust-list trust.json"],
  [{ ...check("content", "not_requested"), status: "skipped" as const }, "--original FILE"],
])("%j: %s", (one, option) => {
  expect(hintsOf(one, OFFLINE).join("\n")).toContain(option);
});

test("a check that is settled has no hint, and neither has a chain that nobody can be asked about", () => {
  for (const { id } of CHECKS) {
    for (const status of ["passed", "failed", "skipped"] as const) {
      expect(hintsOf({ ...check(id, "no_source"), status }, OFFLINE)).toEqual([]);
    }
  }
  expect(hintsOf(check("anchor", "no_source", { chain_id: 999_999 }), OFFLINE)).toEqual([
    "--rpc 999999=URL asks an endpoint of your own choice",
  ]);
});

test("after --online it is not offered again", () => {
  for (const one of [check("anchor", "no_source", { chain_id: 1 }), check("bitcoin", "no_bitcoin_header")]) {
    expect(hintsOf(one, { isOnline: true }).join()).not.toContain("--online");
  }
});

test("hints name options that exist", () => {
  const known = new Set([...optionsOf(VERIFY).map(({ name }) => name), "output"]);
  const codes = [
    "no_source",
    "sources_disagree",
    "no_bitcoin_header",
    "no_path",
    "no_trust_anchor",
    "chain_incomplete",
    "trusted_list_missing",
    "source_error",
    "revoked_no_poe",
    "out_of_bounds_no_poe",
    "content_hash_not_sha256",
    "file_hash_not_sha256",
  ];
  for (const { id } of CHECKS) {
    for (const code of codes) {
      const one = check(id, code, { chain_id: 1 });
      expect(indeterminateReason(one)).not.toBeNull();
      for (const [, option] of hintsOf(one, OFFLINE)
        .join("\n")
        .matchAll(/--([a-z-]+)/g))
        expect(known).toContain(option);
    }
  }
});
