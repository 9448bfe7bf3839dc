/**
 * Our reader of Merkle-Patricia proofs beside those of others, on random tries: `@ethereumjs/mpt`, and Python's
 * `trie`, pinned in trie-requirements.txt and kept in a Python environment beside other test caches. Each reads what
 * the others prove, and none finds a value in a changed proof. Without Python that part is skipped with a visible
 * line; with CI set it must run.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createMerkleProof, createMPT, verifyMerkleProof } from "@ethereumjs/mpt";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { encodeRlp, readTrieProof, rlpInteger } from "@svc-proof/verifier-lib/evm";
import { expect, test } from "vitest";
import { type Pair, proveInTrie } from "../../verifier-lib/src/evm/trie.testing.js";
import { type Draw, drawOf } from "../fuzz/draw.js";
import { share } from "../fuzz/extent.js";

const TRIES = share(1_000);
const SEED = 20_261_122;
const TIMEOUT_MS = 600_000;
const INSTALL_TIMEOUT_MS = 300_000;

interface Case {
  readonly pairs: readonly Pair[];
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const cases: readonly Case[] = (() => {
  const draw = drawOf(SEED);
  return Array.from({ length: TRIES }, (_, i): Case => {
    const pairs = i % 4 === 0 ? transactions(draw) : anyPairs(draw, i % 4 === 1 ? 32 : 1 + draw.below(5));
    const [key, value] = draw.pick(pairs);
    return { pairs, key, value };
  });
})();

/** Keys as those of transactions. */
function transactions(draw: Draw): Pair[] {
  return Array.from({ length: 1 + draw.below(300) }, (_, i) => [
    encodeRlp(rlpInteger(BigInt(i))),
    draw.bytes(1 + draw.below(200)),
  ]);
}

/** Keys that share beginnings; in part one is the beginning of another. */
function anyPairs(draw: Draw, maxBytes: number): Pair[] {
  const pairs = new Map<string, Pair>();
  for (let count = 1 + draw.below(40); count > 0; count--) {
    const key = draw.bytes(maxBytes === 32 ? 32 : 1 + draw.below(maxBytes)).map((byte) => byte & 0x33);
    pairs.set(bytesToHex(key), [key, draw.bytes(1 + draw.below(draw.below(2) === 0 ? 3 : 60))]);
  }
  return [...pairs.values()];
}

/** Others list nodes that are part of their parents, too. */
function withoutInner(nodes: readonly Uint8Array[]): Uint8Array[] {
  return nodes.filter((node, at) => at === 0 || node.length >= 32);
}

function changed(proof: readonly Uint8Array[], draw: Draw): Uint8Array[] {
  const at = draw.below(proof.length);
  const node = proof[at]!;
  if (draw.below(4) === 0) return proof.toSpliced(at, 1);
  const byte = draw.below(node.length);
  return proof.with(at, node.with(byte, node[byte]! ^ (1 << draw.below(8))));
}

const refused = (root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]) =>
  expect(() => readTrieProof(root, key, proof)).toThrow(expect.objectContaining({ name: "FormatError" }));

test(
  "@ethereumjs/mpt and we read each other's proofs",
  async () => {
    const draw = drawOf(SEED + 1);
    for (const { pairs, key, value } of cases) {
      const trie = await createMPT({ useKeyHashing: false });
      for (const [k, v] of pairs) await trie.put(k, v);
      const root = trie.root();
      const theirs = await createMerkleProof(trie, key);
      expect(readTrieProof(root, key, withoutInner(theirs))).toEqual(value);
      const ours = proveInTrie(pairs, key);
      expect(bytesToHex(ours.root)).toBe(bytesToHex(root));
      expect(ours.proof.map((node) => bytesToHex(node))).toEqual(
        withoutInner(theirs).map((node) => bytesToHex(node)),
      );
      expect(await verifyMerkleProof(key, ours.proof, { root })).toEqual(value);
      const wrong = changed(ours.proof, draw);
      refused(root, key, wrong);
      await expect(verifyMerkleProof(key, wrong, { root })).rejects.toThrow();
    }
  },
  TIMEOUT_MS,
);

const python = findPython();

test.skipIf(python === null && !process.env["CI"])(
  "Python's trie and we read each other's proofs",
  () => {
    expect(python, "trie cannot be installed").not.toBeNull();
    const draw = drawOf(SEED + 2);
    const asked = cases.map(({ pairs, key }) => {
      const { root, proof } = proveInTrie(pairs, key);
      return { pairs, key, root, proofs: [proof, changed(proof, draw)] };
    });
    const input = asked
      .map(({ pairs, key, proofs }) =>
        JSON.stringify({
          pairs: pairs.map((pair) => pair.map((part) => bytesToHex(part))),
          key: bytesToHex(key),
          proofs: proofs.map((proof) => proof.map((node) => bytesToHex(node))),
        }),
      )
      .join("\n");
    const { status, stdout, stderr } = spawnSync(python!, [join(import.meta.dirname, "trie_oracle.py")], {
      input,
      encoding: "utf8",
      maxBuffer: 500_000_000,
    });
    expect(status, stderr).toBe(0);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(TRIES);
    for (const [i, { root, proof, values }] of answers.entries()) {
      const { key, value } = cases[i]!;
      const { root: ours, proofs } = asked[i]!;
      expect(root).toBe(bytesToHex(ours));
      const theirs = (proof as string[]).map(hexToBytes);
      expect(readTrieProof(ours, key, withoutInner(theirs))).toEqual(value);
      expect(values).toEqual([bytesToHex(value), null]);
      refused(ours, key, proofs[1]!);
    }
  },
  TIMEOUT_MS,
);

/** Python with `trie`, installed if missing; null if that fails. */
function findPython(): string | null {
  const requirements = join(import.meta.dirname, "trie-requirements.txt");
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "svc-proof", `trie-${version}`);
  const found = join(folder, "bin", "python");
  const ready = join(folder, "ready");
  if (existsSync(ready)) return found;
  mkdirSync(folder, { recursive: true });
  for (const [command, args] of [
    ["python3", ["-m", "venv", folder]],
    [found, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8", timeout: INSTALL_TIMEOUT_MS });
    if (status === 0) continue;
    console.warn(`SKIPPED: Python's trie cannot be installed here: ${stderr?.trim().split("\n").at(-1)}`);
    return null;
  }
  writeFileSync(ready, "");
  return found;
}
