/** Witnesses of an anchor on a chain of their own, one for each rule of docs/formats/evm-witness.md. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { encodeRlp } from "../../../verifier-lib/src/evm/rlp.js";
import { type EvmWitness, encodeEvmWitness } from "../../../verifier-lib/src/evm/witness.js";
import { type AnchoredOptions, anchored } from "../../../verifier-lib/src/judge/anchored.testing.js";
import type { StatedCase } from "../published/stated-case.js";
import { refusal } from "../reader-fault.js";

export interface MadeWitness {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly about: string;
  /** Whether it is given beside the proof. Else it is the input. */
  readonly beside?: true;
  /** Whether a timestamp of its header is given too. */
  readonly isStamped?: true;
  readonly outcome: StatedCase["outcome"];
  readonly says: string;
}

export const world = anchored();
export const proof: string = encodePortableProof(world.proof);
/** A calendar's promise for the header of the witness. */
export const headerTimestamp: Uint8Array = encodeDetachedTimestamp({
  hash: "sha256",
  digest: sha256(world.witness.header),
  timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
});

const text = (value: string) => new TextEncoder().encode(value);
const written = (witness: EvmWitness) => text(encodeEvmWitness(witness));
const other = (options: AnchoredOptions) => written(anchored(options).witness);
const fields = JSON.parse(encodeEvmWitness(world.witness)) as Readonly<Record<string, unknown>>;
const nodes = fields["proof"] as readonly string[];
const changed = (by: Readonly<Record<string, unknown>>) => text(JSON.stringify({ ...fields, ...by }));
/** A node with its last digit changed. */
const damaged = (node: string) => node.slice(0, -1) + (node.endsWith("0") ? "1" : "0");

const HOLDS = { outcome: "indeterminate", says: "anchor indeterminate witness_unconfirmed" } as const;
const refused = (code: string) => refusal("format", code);
const unheld = (code: string) => refusal("anchor", code);
const breaks = (code: string) => ({ outcome: "failed", says: `anchor failed ${code}` }) as const;

export const madeWitnesses: readonly MadeWitness[] = [
  {
    file: "good/witness.json",
    bytes: written(world.witness),
    about: "The 138th of 200 transactions.",
    ...HOLDS,
  },
  {
    file: "good/only-transaction.json",
    bytes: other({ transactions: 1, index: 0 }),
    about: "The only transaction of a block.",
    ...HOLDS,
  },
  {
    file: "good/unknown-field.json",
    bytes: changed({ note: "by a node" }),
    about: "A field that nobody knows.",
    ...HOLDS,
  },
  {
    file: "good/beside.json",
    bytes: written(world.witness),
    about: "The witness of the proof's anchor.",
    beside: true,
    ...HOLDS,
  },
  {
    file: "good/stamped.json",
    bytes: written(world.witness),
    about: "The witness of the proof's anchor, and a calendar's promise for its header.",
    beside: true,
    isStamped: true,
    outcome: "indeterminate",
    says: "block indeterminate bitcoin_pending",
  },
  {
    file: "bad/format.json",
    bytes: changed({ format: "svc-evm-witness/2" }),
    about: "Another format.",
    ...refused("unsupported_format"),
  },
  {
    file: "bad/no-index.json",
    bytes: changed({ transaction_index: undefined }),
    about: "No index.",
    ...refused("missing_field"),
  },
  {
    file: "bad/hex-capitals.json",
    bytes: changed({ header: String(fields["header"]).toUpperCase().replace("0X", "0x") }),
    about: "A header in capitals.",
    ...refused("witness_hex_malformed"),
  },
  {
    file: "bad/hex-odd.json",
    bytes: changed({ header: String(fields["header"]).slice(0, -1) }),
    about: "A header of half a byte too little.",
    ...refused("witness_hex_malformed"),
  },
  {
    file: "bad/header-large.json",
    bytes: changed({ header: `0x${"00".repeat(131_073)}` }),
    about: "A header of 131,073 bytes.",
    ...refused("witness_header_too_large"),
  },
  {
    file: "bad/no-nodes.json",
    bytes: changed({ proof: [] }),
    about: "No node.",
    ...refused("witness_no_nodes"),
  },
  {
    file: "bad/many-nodes.json",
    bytes: changed({ proof: Array(12).fill(nodes[0]) }),
    about: "The 12th node.",
    ...refused("witness_too_many_nodes"),
  },
  {
    file: "bad/name-twice.json",
    bytes: text(encodeEvmWitness(world.witness).replace("{", `{"format":"svc-evm-witness/1",`)),
    about: "A name twice.",
    ...refused("duplicate_key"),
  },
  {
    file: "bad/node-damaged.json",
    bytes: changed({ proof: [...nodes.slice(0, -1), damaged(nodes.at(-1)!)] }),
    about: "The last node is changed.",
    ...unheld("trie_node_hash_mismatch"),
  },
  {
    file: "bad/node-missing.json",
    bytes: changed({ proof: nodes.slice(0, -1) }),
    about: "The last node is not there.",
    ...unheld("trie_node_missing"),
  },
  {
    file: "bad/node-surplus.json",
    bytes: changed({ proof: [...nodes, nodes[0]] }),
    about: "A node follows the transaction.",
    ...unheld("trie_node_surplus"),
  },
  {
    file: "bad/node-truncated.json",
    bytes: changed({ proof: [String(nodes[0]).slice(0, -2), ...nodes.slice(1)] }),
    about: "The first node has a byte too little.",
    ...unheld("trie_node_hash_mismatch"),
  },
  {
    file: "bad/header-list.json",
    bytes: changed({ header: `0x${bytesToHex(encodeRlp([]))}` }),
    about: "A header without fields.",
    ...unheld("evm_header_malformed"),
  },
  {
    file: "bad/header-surplus.json",
    bytes: changed({ header: `${String(fields["header"])}00` }),
    about: "A byte behind the header.",
    ...unheld("rlp_trailing_data"),
  },
  {
    file: "bad/other-chain.json",
    bytes: changed({ chain_id: 10 }),
    about: "The signature is for another chain.",
    ...unheld("witness_chain_mismatch"),
  },
  {
    file: "bad/signed-for-another-chain.json",
    bytes: other({ signedChainId: 5 }),
    about: "The transaction is signed for another chain.",
    ...unheld("witness_chain_mismatch"),
  },
  {
    file: "bad/other-transaction.json",
    bytes: other({ input: text("something else") }),
    about: "The witness of another transaction, with another input.",
    beside: true,
    ...breaks("witness_of_other_transaction"),
  },
  {
    file: "good/same-payload.json",
    bytes: other({ to: `0x${"11".repeat(20)}` }),
    about: "The witness of another transaction with the same payload, which contradicts nothing.",
    beside: true,
    outcome: "indeterminate",
    says: "anchor indeterminate no_source",
  },
  {
    file: "bad/other-block.json",
    bytes: other({ number: 1001 }),
    about: "The transaction in a block of another number.",
    beside: true,
    ...breaks("block_number_mismatch"),
  },
];
