/** Witnesses and timestamps of headers as they are given: read, assigned to anchors, paid for, and told. */

import { sha256 } from "@noble/hashes/sha2.js";
import { encodeDetachedTimestamp, type HashKind } from "@svc-proof/shared/opentimestamps";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { gatherEvidence } from "../evidence/index.js";
import { type EvmWitness, encodeEvmWitness, openWitness, parseEvmWitness } from "../evm/witness.js";
import { EvidenceItem } from "../items.js";
import { statedOf } from "../items.testing.js";
import { minedBlock } from "../source/recorded-source.testing.js";
import { verify } from "../verify.js";
import { Work } from "../work/work.js";
import { type AnchorResult, type VerifyAnchorOptions, verifyAnchor } from "./anchor.js";
import { type Anchored, type AnchoredOptions, anchored, chainSource } from "./anchored.testing.js";
import { readBlock, readCount, readReceipt, readTransaction } from "./ask-evm.js";
import { verifyHeaderTimestamps } from "./header-timestamps.js";
import { readWitnessFile } from "./witness-file.js";
import { assignWitnesses, type ReadWitness, readWitness, readWitnesses } from "./witnesses.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const bytes = (text: string) => new TextEncoder().encode(text);
/** Of one transaction, which is quick. */
const small = (options: AnchoredOptions = {}) => anchored({ transactions: 1, index: 0, ...options });
const world = small();
const fileOf = (witness: EvmWitness) => bytes(encodeEvmWitness(witness));
const readOf = ({ witness }: Anchored) =>
  readWitness({ content: fileOf(witness), chainId: null, isFound: false }, new Work()) as ReadWitness & {
    fault: null;
  };
const LIMIT = expect.objectContaining({ code: "work_limit_exceeded" });

/** What a function takes of a budget. */
async function spent(run: (work: Work) => unknown): Promise<number> {
  const work = new Work();
  const before = work.left;
  await run(work);
  return before - work.left;
}

describe("a witness that is given", () => {
  test("is read whole, whatever its name says or does not say", () => {
    for (const chainId of [null, 1]) {
      const read = readWitness({ content: fileOf(world.witness), chainId, isFound: false }, new Work());
      expect(read).toMatchObject({ witness: world.witness, transaction: { chainId: 1 }, fault: null });
    }
  });

  test("of another chain than its name says holds nothing", () => {
    expect(readWitness({ content: fileOf(world.witness), chainId: 2, isFound: false }, new Work())).toEqual({
      witness: world.witness,
      transaction: null,
      fault: {
        status: "failed",
        code: "witness_chain_mismatch",
        evidence: {
          fault: "witness_chain_mismatch",
          offset: 0,
          pointer: null,
          message: "the witness is of chain 1, its name is of chain 2",
        },
      },
      isFound: false,
    });
  });

  test("is paid for to the last unit, by its characters and by what it shows", async () => {
    const given = { content: fileOf(world.witness), chainId: null, isFound: false };
    const all = await spent((work) => readWitness(given, work));
    expect(() => readWitness(given, new Work({ units: all - 1 }))).toThrow(LIMIT);
    expect(readWitness(given, new Work({ units: all })).fault).toBeNull();
    expect(all).toBe(
      (await spent((work) => parseEvmWitness(given.content, { work }))) +
        (await spent((work) => openWitness(world.witness, { work }))),
    );
    const items = statedOf("witness", [given.content]);
    await expect(readWitnesses(items, new Work({ units: 1 }))).rejects.toEqual(LIMIT);
  });

  test("that is no witness at all is a mistake of the caller's", () => {
    const given = { content: null as unknown as string, chainId: null, isFound: false };
    expect(() => readWitness(given, new Work())).toThrow(TypeError);
  });

  test("is read after the others, until the caller gives up", async () => {
    const content = fileOf(world.witness);
    const items = [{}, { chainId: 2 }].map(
      (parts) => new EvidenceItem({ kind: "witness", content, ...parts }, "package"),
    );
    expect([...(await readWitnesses(items, new Work())).values()]).toMatchObject([
      { fault: null },
      { fault: { code: "witness_chain_mismatch" } },
    ]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(readWitnesses(items, new Work({ signal }))).rejects.toThrow("enough");
  });
});

describe("the witnesses of an anchor", () => {
  const other = small({ extraData: "x", input: bytes("another") });
  const anchors = [world, other].map(({ proof }) => proof.anchors[0]!);
  const [own, others] = [readOf(world), readOf(other)];
  const calldata = payloadCalldata(anchorPayload(world.proof.merkle.root));
  const assigned = (of: typeof anchors, witnesses: readonly ReadWitness[]) =>
    assignWitnesses(of, calldata, witnesses).map(({ against, holding }) => [against, ...holding]);
  const found = (one: ReadWitness): ReadWitness => ({ ...one, isFound: true });

  test("are its own, in any order, and none of another chain", () => {
    expect(assigned([anchors[0]!], [own])).toEqual([[null, own]]);
    expect(assigned([{ ...anchors[0]!, chain_id: 2 }], [own])).toEqual([[null]]);
    expect(assigned(anchors, [])).toEqual([[null], [null]]);
    const twice = [own, found(own), readOf(small({ extraData: "beside" }))];
    const [first] = assigned([anchors[0]!], twice);
    expect(first).toHaveLength(3);
    expect(assigned([anchors[0]!], twice.toReversed())).toEqual([first]);
  });

  test("of its chain that are nobody's contradict it, if they were stated and hold another input", () => {
    expect(assigned([anchors[0]!], [own, others])).toEqual([[others, own]]);
    expect(assigned([anchors[0]!], [others])).toEqual([[others]]);
    expect(assigned([anchors[0]!], [own, found(others)])).toEqual([[null, own]]);
    const faulty = readWitness({ content: "{}", chainId: null, isFound: false }, new Work());
    expect(assigned([anchors[0]!], [faulty])).toEqual([[null]]);
    // Any transaction may carry the payload.
    const sameInput = readOf(small({ value: 1 }));
    expect(assigned([anchors[0]!], [own, sameInput])).toEqual([[null, own]]);
    // Its own in a block of another number.
    const elsewhere = readOf(small({ number: 1001 }));
    expect(assigned([anchors[0]!], [elsewhere])).toEqual([[elsewhere]]);
    expect(assigned([anchors[0]!], [found(elsewhere)])).toEqual([[null]]);
  });
});

describe("an anchor with a witness", () => {
  const check = (of: Anchored, options: Partial<VerifyAnchorOptions> = {}) =>
    verifyAnchor(of.proof.anchors[0]!, of.proof.merkle.root, {
      sources: [],
      witness: readOf(of),
      now: NOW,
      ...options,
    });
  const told = ({ check: { evidence } }: AnchorResult) =>
    evidence as { witness: Record<string, unknown>; sources: unknown[] };

  test("on the chain: the evidence shows it, and its header binds the block", async () => {
    const result = await check(world, { sources: [chainSource(world)] });
    const { number, hash, timestamp } = world.block;
    expect(result.block).toEqual({
      number,
      hash,
      timestamp,
      confirmations: 201,
      isHeaderBound: true,
      isPostMerge: true,
    });
    expect(told(result).witness).toMatchObject({ tx_hash: world.txHash, block_hash: hash });
    const without = await check(world, { sources: [chainSource(world)], witness: null });
    expect(without.check.status).toBe("passed");
    expect(without.check.evidence).not.toHaveProperty("witness");
  });

  test("not on the chain: the source's own block is told", async () => {
    const stale = small({ extraData: "before the reorganisation" });
    const result = await check(stale, { sources: [chainSource(world)] });
    expect(result.check.code).toBe("block_off_chain");
    expect(told(result).sources).toEqual([
      { name: "chain", answer: "block_off_chain", block_number: 1000, block_hash: world.block.hash },
    ]);
  });

  test("under a network's false name fails by that, and nothing is said of the witness", async () => {
    const of = small({ network: "Polygon" });
    const { check: found, witness } = await check(of);
    expect(found).toMatchObject({ status: "failed", code: "network_mismatch", basis: "computed" });
    expect(found.evidence).not.toHaveProperty("witness");
    expect(witness).toBeNull();
  });

  test("is told with its value and its time", async () => {
    const of = async (options: AnchoredOptions) => told(await check(small(options))).witness;
    expect(await of({})).toMatchObject({ value_wei: "0", is_to_itself: true });
    expect(await of({ value: 5 })).toMatchObject({ value_wei: "5", is_to_itself: false });
    // Later years have no form of four digits.
    const last = 253_402_300_799;
    expect(await of({ timestamp: last })).toMatchObject({ block_time: "9999-12-31T23:59:59.000Z" });
    expect(await of({ timestamp: last + 1 })).toMatchObject({ block_time: null });
  });

  test("asks for no more than the budget pays: nothing is said beyond it", async () => {
    for (const witness of [readOf(world), null]) {
      const options = { sources: [chainSource(world)], witness, work: new WorkBudget(0) };
      expect(await check(world, options)).toMatchObject({
        check: { id: "anchor", status: "indeterminate", code: "work_limit_exceeded", basis: null },
        block: null,
        reliedOn: [],
      });
    }
  });

  test("is paid for by the headers of its sources", async () => {
    const work = new WorkBudget();
    const before = work.left;
    await check(world, { sources: [chainSource(world)], work });
    expect(before - work.left).toBeGreaterThan(world.block.header!.length / 64);
  });
});

describe("answers of a source", () => {
  const WORD = `0x${"ab".repeat(32)}`;
  const place = { blockNumber: 16, blockHash: WORD };
  const refused = expect.objectContaining({ name: "SourceError", code: "source_invalid_answer" });

  test("have hashes of 64 digits and nothing more", () => {
    const receipt = { transactionHash: WORD, status: "success", ...place };
    expect(readReceipt(receipt)).toEqual(receipt);
    for (const wrong of [
      ` ${WORD}`,
      `${WORD}0`,
      WORD.slice(1),
      WORD.slice(0, -1),
      `${WORD.slice(0, -1)}g`,
      [WORD],
      7,
    ]) {
      expect(() => readReceipt({ ...receipt, blockHash: wrong })).toThrow(refused);
    }
  });

  test("have counts from 0", () => {
    expect([0, 1, Number.MAX_SAFE_INTEGER].map(readCount)).toEqual([0, 1, Number.MAX_SAFE_INTEGER]);
    for (const wrong of [-1, 0.5, 2 ** 53, Number.NaN, "1", 1n, null]) {
      expect(() => readCount(wrong)).toThrow(refused);
    }
  });

  test("are transactions whose place may be open", () => {
    const transaction = { hash: WORD, input: "0x", ...place };
    expect(readTransaction(transaction, WORD)).toEqual(transaction);
    for (const open of [{ blockNumber: null }, { blockHash: null }]) {
      expect(readTransaction({ ...transaction, ...open }, WORD)).toMatchObject({
        blockNumber: null,
        blockHash: null,
      });
    }
    for (const wrong of [{ hash: "0x1" }, { input: 5 }, { input: "00" }, { blockNumber: "1" }]) {
      expect(() => readTransaction({ ...transaction, ...wrong }, WORD)).toThrow(refused);
    }
    for (const wrong of [7, "x", undefined]) expect(() => readTransaction(wrong, WORD)).toThrow(refused);
  });

  test("are blocks whose header is paid for", async () => {
    const block = minedBlock({ number: 1000, timestamp: 1_700_000_000, transactionHashes: [] });
    expect(readBlock(block, 1, new WorkBudget())).toMatchObject({ isHeaderBound: true, isPostMerge: true });
    expect(() => readBlock(block, 1, new WorkBudget(0))).toThrow(LIMIT);
    expect(() => readBlock({ ...block, header: new Uint8Array(3) }, 1, new WorkBudget())).toThrow(refused);
  });
});

describe("timestamps of headers", () => {
  const digest = sha256(world.witness.header);
  const file = (of: Uint8Array, hash: HashKind = "sha256") =>
    encodeDetachedTimestamp({
      hash,
      digest: of,
      timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
    });

  test("are assigned by SHA-256 of the header, each block once", async () => {
    const one = { anchor: world.proof.anchors[0]!, witness: readOf(world) };
    const files = [
      file(digest),
      file(digest, "keccak256"),
      file(digest.with(0, 1)),
      file(digest).slice(0, -1),
    ];
    const items = statedOf("witness_timestamp", files);
    const { checks, blocks } = await verifyHeaderTimestamps(items, [one, one], { now: NOW });
    expect(items.map(({ result }) => `${result.status} ${result.code}`)).toEqual([
      "checked ok",
      "not_applicable timestamp_of_other_content",
      "not_applicable timestamp_of_other_content",
      "unreadable damaged",
    ]);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({ number: 1000, hash: world.block.hash, anchor: { chain_id: 1 } });
    expect(checks).toEqual([blocks[0]!.check]);
    expect(checks[0]).toMatchObject({
      id: "block",
      code: "bitcoin_pending",
      evidence: {
        chain_id: 1,
        network: "Ethereum",
        block_number: 1000,
        anchored_block_hash: world.block.hash,
        pending: ["https://calendar.example"],
      },
    });
  });

  test("take nothing from the budget if they were merely found, of whatever block", async () => {
    const invented = [1, 2, 3].map((value) => small({ value, extraData: "invented" }));
    const found = await gatherEvidence(
      invented.map(({ witness }) =>
        encodeDetachedTimestamp({
          hash: "sha256",
          digest: sha256(witness.header),
          timestamp: { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] },
        }),
      ),
    );
    const stated = statedOf("headers", [bytes(`0 ${"0".repeat(160)}\n`.repeat(100))]);
    const spentOn = (worlds: readonly Anchored[]) =>
      spent(async (work) => {
        const headers = worlds.map((one) => ({
          anchor: one.proof.anchors[0]!,
          witness: { ...readOf(one), isFound: true },
        }));
        const { checks } = await verifyHeaderTimestamps([], headers, {
          work,
          now: NOW,
          found,
          headers: stated,
        });
        expect(checks.map(({ code }) => code)).toEqual(worlds.map(() => "no_bitcoin_header"));
      });
    expect([await spentOn(invented), await spentOn([])]).toEqual([0, 0]);
  });

  test("beyond the budget nothing is said of any", async () => {
    const files = statedOf("witness_timestamp", [file(digest), file(digest)]);
    expect(await verifyHeaderTimestamps(files, [], { work: new Work({ units: 1 }) })).toEqual({
      checks: [
        {
          id: "block",
          status: "indeterminate",
          code: "work_limit_exceeded",
          basis: null,
          evidence: { reason: expect.any(String) },
        },
      ],
      blocks: [],
      unjudged: [],
    });
    for (const { result } of files)
      expect(result).toEqual({ status: "checked", code: "work_limit_exceeded", fault: null });
  });

  test("are not read for a caller who has given up, nor if they are none", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const files = statedOf("witness_timestamp", [file(digest)]);
    await expect(verifyHeaderTimestamps(files, [], { signal })).rejects.toThrow("enough");
    const nothing = statedOf("witness_timestamp", [null as unknown as Uint8Array]);
    const none = verifyHeaderTimestamps(nothing, [], {});
    await expect(none).rejects.toThrow(TypeError);
  });
});

describe("a witness alone", () => {
  const alone = (input: Uint8Array, options: Parameters<typeof verify>[1] = {}) =>
    verify(input, { now: NOW, ...options });
  const fileWith = (input: Uint8Array) => fileOf(small({ input }).witness);
  const ROOT = world.proof.merkle.root;

  test("has its format for evidence, and a network even of a chain that nobody knows", async () => {
    const report = await alone(fileOf(small({ chainId: 424_242 }).witness));
    expect(report.checks.map(({ id, evidence }) => [id, evidence])).toMatchObject([
      ["format", { format: "svc-evm-witness/1" }],
      ["content", {}],
      ["anchor", { chain_id: 424_242, network: "chain 424242" }],
    ]);
  });

  test("is about the root of its payload, with which a fingerprint is compared", async () => {
    const report = await alone(fileOf(world.witness), { contentHash: ROOT });
    expect(report.checks[1]).toMatchObject({ id: "content", status: "passed", code: "ok" });
    const other = await alone(fileOf(world.witness), { contentHash: "0".repeat(64) });
    expect(other.checks[1]).toMatchObject({ status: "failed" });
  });

  test("may have an input of any length", async () => {
    const of = small({ input: new Uint8Array(200_000) });
    const { subject } = readWitnessFile(fileOf(of.witness), new Work());
    expect(subject!.content).toEqual({ algorithm: "Keccak-256", hash: of.txHash.slice(2) });
  });

  test.each<[string, string]>([
    ["another beginning", `xsvc:v2:${ROOT}`],
    ["more behind it", `svc:v2:${ROOT}0`],
    ["one digit", "svc:v2:a"],
    ["capitals", `svc:v2:${"A".repeat(64)}`],
    ["another text", "hello"],
  ])("with %s is about its transaction, which is no fingerprint", async (_, input) => {
    const of = small({ input: bytes(input) });
    const report = await alone(fileOf(of.witness), { contentHash: ROOT });
    const hash = of.txHash.slice(2);
    expect(report.proof!.content).toEqual({ algorithm: "Keccak-256", hash });
    expect(report.checks[1]).toEqual({
      id: "content",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm: "Keccak-256", stated: hash },
    });
    const ungiven = await alone(fileWith(bytes(input)));
    expect(ungiven.checks[1]).toMatchObject({ status: "skipped", code: "not_requested" });
  });

  test("whose header is not understood says where, and of which chain", async () => {
    const cut = { ...world.witness, header: world.witness.header.slice(0, -1) };
    const report = await alone(fileOf(cut));
    expect(report.checks.at(-1)).toEqual({
      id: "anchor",
      status: "indeterminate",
      code: "damaged",
      basis: "computed",
      evidence: {
        chain_id: 1,
        fault: "rlp_truncated",
        offset: expect.any(Number),
        pointer: null,
        message: expect.any(String),
      },
    });
  });

  test("that cannot be read, or not be paid for, has no anchor", async () => {
    const unread = await alone(bytes(`{"format":"svc-evm-witness/1"}`));
    expect(unread).toMatchObject({ proof: null, claims: [] });
    expect(unread.checks.map(({ id, code }) => `${id} ${code}`)).toEqual([
      "format damaged",
      "content depends_on_failed_check",
      "anchor depends_on_failed_check",
    ]);
    const unpaid = readWitnessFile(fileOf(world.witness), new Work({ units: 1 }));
    expect(unpaid.subject).toBeNull();
    expect(unpaid.format).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded" });
    expect(() => readWitnessFile(null as unknown as Uint8Array, new Work())).toThrow(TypeError);
  });
});
