import type { Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { wantedEpochs } from "./wanted-epochs.js";

const reportOf = (...checks: object[]) => ({ checks }) as unknown as Report;
const missing = (first_epoch: unknown, last_epoch: unknown = first_epoch) => ({
  missing_headers: { first_epoch, last_epoch },
});
const bitcoin = (attestations: unknown, fields: object = {}) => ({
  id: "bitcoin",
  status: "indeterminate",
  code: "no_bitcoin_header",
  basis: "asserted",
  evidence: { attestations },
  ...fields,
});

test("each epoch once, rising, of the content's timestamps and of the seal's", () => {
  const seal = {
    id: "seal",
    status: "indeterminate",
    code: "out_of_bounds_no_poe",
    evidence: { proof_of_existence: { attestations: [missing(408)] } },
  };
  expect(wantedEpochs(reportOf(bitcoin([missing(474, 475), missing(473, 474)]), seal))).toEqual([
    408, 473, 474, 475,
  ]);
});

test.each([
  [
    "a block that headers prove",
    bitcoin([missing(473)], { status: "passed", code: "ok", basis: "computed" }),
  ],
  ["a block of a development network", bitcoin([missing(473)], { code: "header_of_regtest" })],
  ["a timestamp that waits for a block", bitcoin([], { code: "bitcoin_pending" })],
  ["an attestation that wants nothing", bitcoin([{ stated_height: 1 }])],
  ["a height of which there is no block", bitcoin([missing(473, 1_065_220)])],
  ["more epochs than a page should fetch", bitcoin([missing(473, 513)])],
  ["too many together", bitcoin([missing(1, 30), missing(100, 130)])],
])("nothing for %s", (_, check) => {
  expect(wantedEpochs(reportOf(check))).toEqual([]);
});

test("a block that only explorers vouch for can still be proven", () => {
  const check = bitcoin([missing(473)], { status: "passed", code: "ok", basis: "relied-on" });
  expect(wantedEpochs(reportOf(check))).toEqual([473]);
});
