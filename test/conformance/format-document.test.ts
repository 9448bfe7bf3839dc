/** docs/formats/svc-proof-2.md against the code: the code does what the page states. */

import { readFileSync } from "node:fs";
import { evmChain, evmFinality, evmHeadersSince, lookAlikeKey } from "@svc-proof/shared/chains";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MAX_DEPTH, MAX_LEAVES, MAX_PATH_ITEMS } from "@svc-proof/shared/merkle";
import {
  encodePortableProof,
  MAX_ANCHORS,
  MAX_ATTESTATIONS,
  MAX_LABEL_LENGTH,
  type PortableProof,
  type PortableProofErrorCode,
  PROOF_JSON_LIMITS,
  parsePortableProof,
} from "@svc-proof/shared/proof";
import { LEAF_FORMULA, leafHash, leafPreimage } from "@svc-proof/shared/text";
import { expect, test } from "vitest";
import { bytesOf, cases } from "../vectors/svc-proof-2/cases.js";

const page = readFileSync(new URL("../../docs/formats/svc-proof-2.md", import.meta.url), "utf8");

/** A section without its heading, up to the next heading of the same or a higher level. */
function section(heading: string): string {
  const level = heading.indexOf(" ");
  const start = page.indexOf(`\n${heading}\n`);
  expect(start, `no section "${heading}"`).toBeGreaterThan(0);
  const rest = page.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The rows of the tables in a text, as cells. */
const rowsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => /^\| `/.test(line) && !/^\| `chain_id` \| `network` \|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );

const unquoted = (cell: string | undefined) => cell?.replaceAll("`", "");

// Complete by its type: a code added to or removed from the parser does not compile here.
const MALFORMATIONS: Readonly<Record<PortableProofErrorCode, true>> = {
  byte_order_mark: true,
  content_hash_malformed: true,
  duplicate_key: true,
  empty: true,
  forbidden_key: true,
  integer_malformed: true,
  integer_out_of_range: true,
  invalid_utf8: true,
  json_syntax: true,
  json_too_deep: true,
  json_too_many_members: true,
  json_trailing_data: true,
  json_truncated: true,
  label_empty: true,
  label_too_long: true,
  leaf_value_malformed: true,
  lone_surrogate: true,
  merkle_path_too_long: true,
  merkle_root_malformed: true,
  missing_field: true,
  path_hash_malformed: true,
  path_position_unknown: true,
  proof_id_malformed: true,
  too_large: true,
  too_many_anchors: true,
  too_many_attestations: true,
  tx_hash_malformed: true,
  unsupported_algorithm: true,
  unsupported_schema: true,
  wrong_type: true,
};

test("every malformation stands once on the page and at least one vector", () => {
  const codes = Object.keys(MALFORMATIONS).sort();
  const described = rowsOf(section("## Codes")).flatMap(([names]) => unquoted(names)!.split(", "));
  expect(described.toSorted()).toEqual(codes);
  const reached = new Set(cases.bad.filter(({ check }) => check === "format").map(({ code }) => code));
  expect([...reached].sort()).toEqual(codes);
});

test("every code of a false proof on the page has a vector, if it can be judged offline", () => {
  const failing = [...section("## Verification").matchAll(/`(\w+_mismatch)`/g)].map(([, code]) => code!);
  const online = ["transaction_input_mismatch", "block_number_mismatch"];
  const reached = new Set(cases.bad.filter(({ check }) => check !== "format").map(({ code }) => code));
  expect([...reached].sort()).toEqual([...new Set(failing)].filter((code) => !online.includes(code)).sort());
});

test("the table of networks is the table of chains", () => {
  const rows = rowsOf(section("### Networks").replaceAll(/^\| (\d+)/gm, "| `$1`"));
  expect(rows.length).toBeGreaterThan(5);
  for (const [chainId, network] of rows) {
    expect(evmChain(Number(unquoted(chainId)))?.network).toBe(unquoted(network));
  }
  // The page is complete: it lists every known name.
  const source = readFileSync(new URL("../../shared/src/chains.ts", import.meta.url), "utf8");
  const known = [...source.matchAll(/network: "([^"]+)"/g)].map(([, network]) => network);
  expect(rows.map(([, network]) => unquoted(network)).sort()).toEqual(known.sort());
});

test("the fields are those that the canonical encoding writes, in its order", () => {
  const names = [
    ...section("## Document").matchAll(/^\| `(schema|proof_id|[\w.[\]]+)` \| (?:string|integer|array)/gm),
  ];
  const described = names.map(([, name]) => name!);
  const proof = parsePortableProof(bytesOf({ file: "good/two-leaves-first.json" }));
  const written: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      written.push(at);
      walk(value[0], `${at}[]`);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) walk(member, at === "" ? name : `${at}.${name}`);
    } else written.push(at);
  };
  walk(JSON.parse(encodePortableProof(proof)), "");
  expect(described).toEqual(written);
});

test("limits, formula and sizes are the code's", () => {
  const limits = section("## Limits");
  expect(limits).toContain(`${PROOF_JSON_LIMITS.maxBytes.toLocaleString("en")} bytes`);
  expect(limits).toContain(`| objects and arrays inside one another | ${PROOF_JSON_LIMITS.maxDepth} |`);
  expect(limits).toContain(`| members of one object | ${PROOF_JSON_LIMITS.maxMembers} |`);
  expect(limits).toContain(`\`merkle.path\` | ${MAX_PATH_ITEMS} items`);
  expect(limits).toContain(`needs ${MAX_DEPTH};`);
  expect(MAX_LEAVES).toBe(2 ** MAX_DEPTH);
  expect([MAX_ANCHORS, MAX_ATTESTATIONS]).toEqual([16, 16]);
  expect(limits).toContain("`anchors`, `attestations` | 16 items each");
  expect(limits).toContain(`a label | ${MAX_LABEL_LENGTH} UTF-16 units`);
  expect(section("## Leaf")).toContain(`\`\`\`text\n${LEAF_FORMULA}\n\`\`\``);
});

test("the sizes that justify the limit on bytes are those of the encoding", () => {
  const one = parsePortableProof(bytesOf({ file: "good/one-leaf.json" }));
  const label = "l".repeat(MAX_LABEL_LENGTH);
  const item = { position: "right", hash: one.merkle.root } as const;
  const usual: PortableProof = {
    ...one,
    merkle: {
      ...one.merkle,
      index: MAX_LEAVES - 1,
      path: Array(MAX_DEPTH).fill({ ...item, position: "left" }),
    },
    attestations: [
      { type: "opentimestamps", state: "confirmed" },
      { type: "rfc3161-qualified-timestamp", state: "issued" },
    ],
  };
  const anchor = {
    ...one.anchors[0]!,
    chain_id: Number.MAX_SAFE_INTEGER,
    block_number: Number.MAX_SAFE_INTEGER,
    network: label,
    payload: label,
  };
  const largest: PortableProof = {
    ...one,
    leaf: { ...one.leaf, formula: label },
    merkle: { ...one.merkle, index: Number.MAX_SAFE_INTEGER, path: Array(MAX_PATH_ITEMS).fill(item) },
    anchors: Array(MAX_ANCHORS).fill(anchor),
    attestations: Array(MAX_ATTESTATIONS).fill({ type: label, state: label }),
  };
  const [usualBytes, largestBytes] = [usual, largest].map((proof) => encodePortableProof(proof).length);
  const [, stated, bound] = /take about ([\d,]+);.*stays below ([\d,]+)/.exec(section("## Limits"))!;
  const numberOf = (text: string) => Number(text.replaceAll(",", ""));
  expect(Math.round(usualBytes! / 100) * 100).toBe(numberOf(stated!));
  expect(largestBytes).toBeLessThan(numberOf(bound!));
  expect(parsePortableProof(encodePortableProof(largest))).toEqual(largest);
});

test("the example is the named vector, and its numbers follow from it", () => {
  const example = section("## Example");
  const shown: PortableProof = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(example)![1]!);
  const proof = parsePortableProof(bytesOf({ file: "good/three-leaves-promoted.json" }));
  expect(shown).toEqual(proof);
  const preimage = leafPreimage(proof.proof_id, proof.content.hash);
  expect(example).toContain(
    `SHA-256 of these ${preimage.length} characters:\n\n\`\`\`text\n${preimage}\n\`\`\``,
  );
  expect(bytesToHex(leafHash(proof.proof_id, proof.content.hash))).toBe(proof.leaf.value);
  const explanation = example.slice(example.lastIndexOf("```"));
  for (const hash of [proof.leaf.value, proof.merkle.path[0]!.hash, proof.merkle.root]) {
    expect(explanation).toContain(`\`${hash.slice(0, 8)}…\``);
  }
});

test("the list of look-alike characters is the one in use", () => {
  const [, list] = /```text\n([\s\S]*?)\n```/.exec(section("#### Look-alike names"))!;
  const stated = new Map(
    list!
      .split("\n")
      .flatMap((line) => [...line.slice(3)].map((character) => [character, line[0]!] as const)),
  );
  expect(stated.size).toBeGreaterThan(250);
  for (const [character, letter] of stated) expect(lookAlikeKey(character), character).toBe(letter);
  // And no other characters: tries those of the basic plane that look like a letter of the list.
  const letters = new Set(stated.values());
  for (let code = 0x80; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const [plain] = character.normalize("NFKD").toLowerCase();
    const isPlain = plain !== undefined && (letters.has(plain) || stated.has(plain));
    if (isPlain || character.normalize("NFKD").length > 1 || stated.has(character)) continue;
    if (letters.has(lookAlikeKey(character))) expect.unreachable(`${character} is not on the page`);
  }
});

test("finality and headers of each chain are those of the page", () => {
  const [, gnosis] = /\| Gnosis \| from block ([\d,]+)/.exec(section("### Block times"))!;
  const [, arbitrum] = /\| Arbitrum One \| from block ([\d,]+)/.exec(section("### Block times"))!;
  const numberOf = (text: string | undefined) => Number(text!.replaceAll(",", ""));
  const since = new Map([
    [100, numberOf(gnosis)],
    [42_161, numberOf(arbitrum)],
  ]);
  const rows = rowsOf(section("### Networks").replaceAll(/^\| (\d+)/gm, "| `$1`"));
  expect(rows).toHaveLength(10);
  for (const [id] of rows) {
    const chainId = Number(unquoted(id));
    expect(evmHeadersSince(chainId)).toBe(since.get(chainId) ?? 0);
    expect(evmFinality(chainId).kind).toBe(
      evmChain(chainId)!.kind === "development" ? "confirmations" : "finalized",
    );
  }
});
