import { expect, test } from "vitest";
import { CHECKS, type Check } from "../../index.js";
import { indeterminateReason } from "../../report/outcome.js";
import { optionsOf } from "../options/command.js";
import { VERIFY } from "../options/commands.js";
import { hintsOf } from "./hints.js";

const check = (id: string, code: string, evidence: object = {}) =>
  ({ id, code, status: "indeterminate", basis: null, evidence }) as unknown as Check;
const OFFLINE = { isOnline: false };

const ONLINE = { isOnline: true };
const CERTIFICATES = "--certificates FILE adds certificates of the authority";
const OWN_CHOICE = "URL asks an endpoint of your own choice";
const ASK_BITCOIN = [
  "--headers FILE proves the block offline (the service has it: GET /proof/ID.headers.json)",
  "--esplora URL or --bitcoin-rpc URL asks an explorer or a node of your own choice",
];
const TOO_NEW = ["try again later: the block is too new"];
const OTHER_HASH = ["--hash HEX, by the hash that the timestamp uses"];
const NEW_LISTS = [
  "svc-verify trust-list update --output trust.json fetches the lists of today; then --trust-list trust.json",
];
const TRUST =
  "--trust FILE.pem trusts the certificate of an authority; ask the authority itself for it, not whoever sent the seal";

test.each([
  [
    check("anchor", "no_source", { chain_id: 137 }),
    ["--online asks public endpoints of Polygon", `--rpc 137=${OWN_CHOICE}`],
  ],
  [
    check("anchor", "witness_unconfirmed", { chain_id: 1 }),
    ["--online asks public endpoints of Ethereum", `--rpc 1=${OWN_CHOICE}`],
  ],
  [check("anchor", "no_source", { chain_id: 31337 }), [`--rpc 31337=${OWN_CHOICE}`]],
  [
    check("anchor", "sources_disagree", { chain_id: 10 }),
    ["--rpc 10=URL: name endpoints that you trust; all of one chain are compared"],
  ],
  [
    check("anchor", "finality_unknown", { chain_id: 1 }),
    ["--confirmations N is enough where the endpoint does not say which blocks are final"],
  ],
  [check("anchor", "too_few_confirmations", { chain_id: 1 }), TOO_NEW],
  [check("anchor", "block_not_final", { chain_id: 1 }), TOO_NEW],
  [check("anchor", "transaction_pending", { chain_id: 1 }), TOO_NEW],
  [check("anchor", "transaction_not_indexed", { chain_id: 1 }), TOO_NEW],
  [check("anchor", "no_anchor"), []],
  [
    check("anchor", "source_timeout", { chain_id: 1 }),
    ["--rpc 1=URL asks another endpoint; --timeout SECONDS waits longer"],
  ],
  [
    check("anchor", "block_unknown_to_source", { chain_id: 1 }),
    ["--rpc 1=URL asks another endpoint; --timeout SECONDS waits longer"],
  ],
  [
    check("block", "block_unknown_to_source"),
    ["--esplora URL asks another endpoint; --timeout SECONDS waits longer"],
  ],
  [
    check("bitcoin", "source_unreachable"),
    ["--esplora URL asks another endpoint; --timeout SECONDS waits longer"],
  ],
  [check("bitcoin", "no_bitcoin_header"), ["--online asks public explorers of Bitcoin", ...ASK_BITCOIN]],
  [check("block", "header_unproven"), ["--online asks public explorers of Bitcoin", ...ASK_BITCOIN]],
  [check("block", "header_run_missing"), ["--online asks public explorers of Bitcoin", ...ASK_BITCOIN]],
  [check("bitcoin", "header_run_short"), ["--online asks public explorers of Bitcoin", ...ASK_BITCOIN]],
  [check("bitcoin", "sources_disagree"), ["--headers FILE proves the block without anyone's word"]],
  [
    check("bitcoin", "bitcoin_pending", { pending: [] }),
    ["svc-verify upgrade FILE.ots asks the calendars whether a block has it by now"],
  ],
  [check("bitcoin", "bitcoin_pending"), []],
  [check("bitcoin", "file_hash_not_sha256"), OTHER_HASH],
  [check("bitcoin", "header_of_regtest"), []],
  [check("seal", "signer_certificate_missing"), [CERTIFICATES]],
  [check("seal", "chain_incomplete"), [CERTIFICATES]],
  [check("seal", "no_trust_anchor"), [TRUST]],
  [check("seal", "no_path"), [CERTIFICATES, TRUST]],
  [
    check("seal", "out_of_bounds_no_poe"),
    ["--seal-timestamp FILE.ots shows that the seal is older than the end of its certificate"],
  ],
  [
    check("seal", "out_of_bounds_no_poe", { proof_of_existence: null }),
    ["--seal-timestamp FILE.ots shows that the seal is older than the end of its certificate"],
  ],
  [
    check("seal", "out_of_bounds_no_poe", { proof_of_existence: {} }),
    [
      "--headers FILE or --online settles the timestamp that shows the seal is older than its certificate's end",
    ],
  ],
  [
    check("seal", "revoked_no_poe"),
    ["--seal-timestamp FILE.ots shows that the seal is older than the revocation"],
  ],
  [check("seal", "gen_time_in_the_future"), ["check the clock of this machine"]],
  [check("seal", "no_such_code"), []],
  [check("qualified", "chain_incomplete"), [CERTIFICATES]],
  [check("qualified", "trusted_list_too_old"), NEW_LISTS],
  [check("qualified", "trusted_list_missing"), NEW_LISTS],
  [check("qualified", "no_such_code"), []],
  [check("content", "content_hash_not_sha256"), OTHER_HASH],
  [check("content", "not_requested"), ["--original FILE compares the file itself"]],
  [check("content", "no_such_code"), []],
  [
    { ...check("content", "not_requested"), status: "skipped" as const },
    ["--original FILE compares the file itself"],
  ],
  [check("signature", "not_requested"), []],
  [check("format", "no_such_code"), []],
])("%j: %s", (one, hints) => {
  expect(hintsOf(one, OFFLINE)).toEqual(hints);
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
  expect(hintsOf(check("anchor", "no_source", { chain_id: 1 }), ONLINE)).toEqual([`--rpc 1=${OWN_CHOICE}`]);
  expect(hintsOf(check("bitcoin", "no_bitcoin_header"), ONLINE)).toEqual(ASK_BITCOIN);
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
