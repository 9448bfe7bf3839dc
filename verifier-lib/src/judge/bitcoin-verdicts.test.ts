/** The check `bitcoin` as a whole: files, headers and sources together, by a table of checkpoints whose blocks cost nothing. */

import { type BlockHeader, CHECKPOINTS, displayHash, epochOfHeight } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  type Attestation,
  encodeDetachedTimestamp,
  type HashKind,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statedOf } from "../items.testing.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { Work } from "../work/work.js";
import {
  easyCheckpoints,
  endOfEpoch,
  linesOf,
  mine,
  replaceCheckpoints,
  restoreCheckpoints,
  timeAt,
} from "./chain.testing.js";
import type { HeadersInput } from "./headers.js";
import { type VerifyBitcoinOptions, verifyBitcoin } from "./timestamp.js";

const LAST = endOfEpoch(0);
const NOW = new Date(timeAt(5000) * 1000);
const DIGEST = Uint8Array.from({ length: 32 }, (_, i) => i);
const HEX = bytesToHex(DIGEST);
const DIGESTS = [{ hash: "sha256", hex: HEX }] as const;

/** What a message after this byte is. */
const appended = (byte: number) => Uint8Array.of(...DIGEST, byte);
const after = (byte: number, ...branches: Timestamp["branches"]): Timestamp["branches"][number] => ({
  operation: { kind: "append", argument: Uint8Array.of(byte) },
  next: { branches },
});
const bitcoin = (height: number) => ({ attestation: { kind: "bitcoin", height } }) as const;
const pending = (uri: string) => ({ attestation: { kind: "pending", uri } }) as const;
const other = (attestation: Attestation) => ({ attestation });
const fileOf = (...branches: Timestamp["branches"]) =>
  encodeDetachedTimestamp({ hash: "sha256", digest: DIGEST, timestamp: { branches } });

/** The digest is the root of some blocks: of one up to the last checkpoint, and of two beyond. */
const [EARLY, LATE, LATER] = [LAST - 2, LAST + 2, LAST + 4];
const chain: BlockHeader[] = [];
for (let height = LAST - 5; height <= LAST + 12; height++) {
  const isOurs = [EARLY, LATE, LATER].includes(height);
  chain.push(mine(chain.at(-1) ?? null, height, isOurs ? { merkleRoot: DIGEST } : {}));
}
const at = (height: number) => chain[height - LAST + 5]!;
const from = (first: number, last: number) => linesOf(first, chain.slice(first - LAST + 5, last - LAST + 6));
const hashOf = (height: number) => displayHash(at(height).hash);
/** Beside the chain, of another root and of ours. */
const beside = (height: number, merkleRoot = new Uint8Array(32).fill(255)) =>
  mine(at(height - 1), height, { merkleRoot, version: 2 });

beforeAll(() => replaceCheckpoints(easyCheckpoints(at(LAST))));
afterAll(restoreCheckpoints);

interface Answers {
  readonly name?: string;
  readonly tip?: number;
  readonly headers?: Readonly<Record<number, BlockHeader>>;
}
function sourceOf({ name = "own", tip = LAST + 100, headers = {} }: Answers = {}) {
  const asked: number[] = [];
  const source: BitcoinSource = {
    name,
    fetchTip: async () => ({ height: tip, chain: "main" }),
    fetchHeader: async (height) => {
      asked.push(height);
      return (headers[height] ?? at(height))?.bytes ?? null;
    },
  };
  return Object.assign(source, { asked });
}
type Options = Omit<VerifyBitcoinOptions, "headers"> & { readonly headers?: readonly HeadersInput[] };
const check = async (files: Uint8Array[], { headers, ...options }: Options = {}) => {
  const items = statedOf("timestamp", files);
  const documents = statedOf("headers", headers);
  const result = await verifyBitcoin(items, DIGESTS, { now: NOW, ...options, headers: documents });
  return {
    ...result,
    faults: items.map((item) => result.faults.get(item) ?? null),
    malformedHeaders: documents.flatMap((item, index) => {
      const fault = result.malformedHeaders.get(item);
      return fault === undefined ? [] : [{ index, fault: fault.evidence["fault"] }];
    }),
  };
};
const said = ({ check: { status, code, basis } }: Awaited<ReturnType<typeof check>>) =>
  `${status} ${code} ${basis}`;
const evidenceOf = async (files: Uint8Array[], options: Options = {}) =>
  (await check(files, options)).check.evidence as Record<string, unknown>;
const attestations = async (files: Uint8Array[], options?: Options) =>
  (await evidenceOf(files, options))["attestations"] as Record<string, unknown>[];

describe("a file", () => {
  const none = {
    blocks: [],
    malformedHeaders: [],
    isStopped: false,
    contradicted: [],
    isAsked: false,
    unasked: null,
  };
  const good = fileOf(bitcoin(EARLY));
  const cut = good.slice(0, -1);
  const headers = [from(EARLY, LAST)];
  const unread = (file: number, code: string, fault: string) => {
    const evidence = { file, fault, offset: expect.any(Number), pointer: null, message: expect.any(String) };
    return { status: "indeterminate", code, evidence };
  };

  test("that is not understood decides the check if there is no other; each has its own fault", async () => {
    const faults = [unread(0, "damaged", "ots_truncated"), unread(1, "not_recognised", "ots_bad_magic")];
    expect(await check([cut, Uint8Array.of(1)], { headers })).toEqual({
      ...none,
      isStopped: true,
      check: { id: "bitcoin", basis: "computed", ...faults[0] },
      faults,
    });
  });

  test("that is not understood does not stop the others, nor change their places", async () => {
    const against = fileOf(after(1, bitcoin(EARLY)));
    expect(await check([cut, against, good], { headers })).toMatchObject({
      isStopped: false,
      check: { status: "passed", code: "ok" },
      blocks: [{ height: EARLY }],
      faults: [unread(0, "damaged", "ots_truncated"), null, null],
      contradicted: [{ file: 1, code: "bitcoin_root_mismatch" }],
    });
  });

  test.each<[string, HashKind, Uint8Array]>([
    ["another digest", "sha256", DIGEST.with(0, 9)],
    ["another hash", "keccak256", DIGEST],
  ])("of %s is about something else", async (_, hash, digest) => {
    const file = encodeDetachedTimestamp({ hash, digest, timestamp: { branches: [bitcoin(EARLY)] } });
    const evidence = { file: 0, hash, digest: bytesToHex(digest) };
    const fault = { status: "failed", code: "timestamp_of_other_content", evidence };
    // Whatever stands beside it.
    expect(await check([file, good], { headers })).toEqual({
      ...none,
      isStopped: true,
      check: { id: "bitcoin", basis: "computed", ...fault },
      faults: [fault, null],
    });
    expect(await check([cut, file])).toMatchObject({
      isStopped: true,
      check: { ...fault, evidence: { ...evidence, file: 1 } },
    });
  });

  test("is paid for; where the budget ends, nothing is said", async () => {
    expect(await check([good], { work: new Work({ units: 1 }) })).toEqual({
      ...none,
      check: {
        id: "bitcoin",
        status: "indeterminate",
        code: "work_limit_exceeded",
        basis: null,
        evidence: { reason: expect.any(String) },
      },
      faults: [null],
    });
  });

  test("is not read for a caller who has given up", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(check([fileOf(bitcoin(EARLY))], { signal })).rejects.toThrow("enough");
  });
});

describe("evidence", () => {
  test("of a block that a checkpoint proves", async () => {
    const result = await check([fileOf(bitcoin(EARLY))], { headers: [from(EARLY, LAST)] });
    expect(result).toEqual({
      check: {
        id: "bitcoin",
        status: "passed",
        code: "ok",
        basis: "computed",
        evidence: {
          attestations: [
            {
              stated_height: EARLY,
              answer: "ok",
              basis: "computed",
              stated_merkle_root: displayHash(DIGEST),
              block_hash: hashOf(EARLY),
              block_time: new Date(timeAt(EARLY) * 1000).toISOString(),
              work_bits: 2.5,
              successors: 2,
              checkpoint_height: LAST,
            },
          ],
        },
      },
      blocks: [
        {
          height: EARLY,
          hash: hashOf(EARLY),
          time: new Date(timeAt(EARLY) * 1000).toISOString(),
          accuracySeconds: 7200,
          workBits: 2.5,
          checkpointHeight: LAST,
          provenByWork: null,
          confirmations: null,
          reliedOn: [],
        },
      ],
      malformedHeaders: [],
      isStopped: false,
      contradicted: [],
      faults: [null],
      isAsked: false,
      unasked: null,
    });
  });

  test("of a block that work proves", async () => {
    const result = await check([fileOf(bitcoin(LATE))], { headers: [from(LAST, LATE + 6)] });
    const byWork = {
      checkpoint_height: LAST,
      checkpoint_time: new Date(timeAt(LAST) * 1000).toISOString(),
      blocks: 7,
      cost_usd_power_of_ten: -18,
    };
    expect(said(result)).toBe("passed bitcoin_proven_by_work computed");
    expect(result.check.evidence["attestations"]).toEqual([
      {
        stated_height: LATE,
        answer: "bitcoin_proven_by_work",
        basis: "computed",
        stated_merkle_root: displayHash(DIGEST),
        block_hash: hashOf(LATE),
        block_time: new Date(timeAt(LATE) * 1000).toISOString(),
        work_bits: 3.8,
        successors: 6,
        checkpoint_height: null,
        proven_by_work: byWork,
      },
    ]);
    expect(result.blocks).toMatchObject([{ checkpointHeight: null, provenByWork: byWork }]);
    // Sources may add to it: it is not a checkpoint.
    expect(result.isAsked).toBe(true);
  });

  test("of a block that sources have", async () => {
    const sources = [sourceOf(), sourceOf({ name: "second", tip: LATE + 5 })];
    const result = await check([fileOf(bitcoin(LATE))], { sources });
    expect(said(result)).toBe("passed ok relied-on");
    expect(result.check.evidence["attestations"]).toEqual([
      {
        stated_height: LATE,
        answer: "ok",
        basis: "relied-on",
        stated_merkle_root: displayHash(DIGEST),
        block_hash: hashOf(LATE),
        block_time: new Date(timeAt(LATE) * 1000).toISOString(),
        work_bits: 1,
        successors: 0,
        checkpoint_height: null,
        missing_headers: { first_epoch: 1, last_epoch: 1 },
        sources: [
          { name: "own", answer: "ok", block_hash: hashOf(LATE), confirmations: 99 },
          { name: "second", answer: "ok", block_hash: hashOf(LATE), confirmations: 6 },
        ],
      },
    ]);
    expect(result.blocks).toMatchObject([{ confirmations: 99, reliedOn: ["own", "second"] }]);
    expect(result.isAsked).toBe(true);
  });

  test("of a block about which nothing is known", async () => {
    const result = await check([fileOf(bitcoin(LATE))]);
    expect(result).toMatchObject({ blocks: [], malformedHeaders: [], contradicted: [], isAsked: true });
    expect(said(result)).toBe("indeterminate no_bitcoin_header asserted");
    expect(result.check.evidence).toEqual({
      attestations: [
        {
          stated_height: LATE,
          answer: "no_bitcoin_header",
          basis: "asserted",
          stated_merkle_root: displayHash(DIGEST),
          missing_headers: { first_epoch: 1, last_epoch: 1 },
        },
      ],
    });
  });

  test("of a header that nothing proves, and of a source that has nothing", async () => {
    const [one] = await attestations([fileOf(bitcoin(EARLY))], { headers: [from(EARLY, EARLY)] });
    expect(one).toMatchObject({
      answer: "header_unproven",
      basis: "computed",
      missing_headers: { first_epoch: 0, last_epoch: 0 },
    });
    const nothing: BitcoinSource = { ...sourceOf(), fetchHeader: async () => null };
    const [other] = await attestations([fileOf(bitcoin(LATE))], { sources: [nothing] });
    expect(other!["sources"]).toEqual([{ name: "own", answer: "block_unknown_to_source" }]);
  });

  test("names the epochs whose headers would settle a block", async () => {
    const { lastHeight } = CHECKPOINTS;
    const missing = async (height: number) =>
      (await attestations([fileOf(bitcoin(height))]))[0]!["missing_headers"];
    expect(await missing(5)).toEqual({ first_epoch: 0, last_epoch: 0 });
    expect(await missing(lastHeight)).toEqual({ first_epoch: 0, last_epoch: 0 });
    expect(await missing(lastHeight + 1)).toEqual({ first_epoch: 1, last_epoch: 1 });
    // Six blocks must follow.
    expect(await missing(lastHeight + 2010)).toEqual({ first_epoch: 1, last_epoch: 1 });
    expect(await missing(lastHeight + 2011)).toEqual({ first_epoch: 1, last_epoch: 2 });
    expect(epochOfHeight(lastHeight + 2011 + 6)).toBe(2);
  });

  test("of a message that can be no root has none", async () => {
    const file = fileOf(after(1, bitcoin(EARLY)));
    expect(await attestations([file], { headers: [from(EARLY, LAST)] })).toMatchObject([
      { answer: "bitcoin_root_mismatch", stated_merkle_root: null },
    ]);
    expect(appended(1)).toHaveLength(33);
  });

  test("names calendars and other attestations, at most 64 of each, each once", async () => {
    const uris = Array.from({ length: 65 }, (_, i) => `https://${i}.example`);
    const tags = Array.from({ length: 65 }, (_, i) => new Uint8Array(8).fill(i));
    const unknown = (tag: Uint8Array) => other({ kind: "unknown", tag, payload: new Uint8Array() });
    const few = await evidenceOf([
      fileOf(
        pending("https://a.example"),
        pending("https://a.example"),
        other({ kind: "litecoin", height: 1 }),
        other({ kind: "litecoin", height: 2 }),
        unknown(tags[1]!),
      ),
    ]);
    expect(few).toEqual({
      attestations: [],
      pending: ["https://a.example"],
      other_attestations: ["litecoin", "0101010101010101"],
    });
    const many = await evidenceOf([fileOf(...uris.map(pending), ...tags.map(unknown))]);
    expect([many["pending"], many["other_attestations"]]).toEqual([
      uris.slice(0, 64),
      tags.slice(0, 64).map((tag) => bytesToHex(tag)),
    ]);
    expect(await evidenceOf([fileOf(bitcoin(EARLY))])).not.toHaveProperty("pending");
  });
});

describe("of many attestations", () => {
  const heights = Array.from({ length: 70 }, (_, i) => 3000 + i);

  test("all are judged, sources are asked about 64, and the rest is counted", async () => {
    const source = sourceOf();
    const result = await check([fileOf(...heights.toReversed().map(bitcoin))], { sources: [source] });
    expect(source.asked.toSorted()).toEqual(heights.slice(0, 64));
    expect(result.unasked).toEqual({ judged: 64, given: 70 });
    expect(result.check.evidence).toMatchObject({ attestations_not_shown: 6 });
    expect(result.check.evidence["attestations"]).toHaveLength(64);
  });

  test("equal ones are one, in whichever file", async () => {
    const file = fileOf(bitcoin(EARLY), after(1, bitcoin(EARLY)), bitcoin(LATE));
    const evidence = await attestations([file, fileOf(bitcoin(LATE), bitcoin(LATER))]);
    expect(evidence.map((one) => [one["stated_height"], one["stated_merkle_root"] !== null])).toEqual([
      [EARLY, true],
      [EARLY, false],
      [LATE, true],
      [LATER, true],
    ]);
  });

  test("those that a checkpoint decides are not asked about", async () => {
    const source = sourceOf();
    const options = { headers: [from(EARLY, LAST)], sources: [source] };
    expect((await check([fileOf(bitcoin(EARLY), after(1, bitcoin(EARLY)))], options)).isAsked).toBe(false);
    expect(source.asked).toEqual([]);
    const both = await check([fileOf(bitcoin(EARLY), bitcoin(LATE))], options);
    expect(source.asked).toEqual([LATE]);
    expect(both.blocks.map(({ height, reliedOn }) => [height, reliedOn])).toEqual([
      [EARLY, []],
      [LATE, ["own"]],
    ]);
  });

  test("one block is told once, at the first height that is stated of it", async () => {
    const source = sourceOf({ headers: { [LATER]: at(LATE) } });
    const { blocks } = await check([fileOf(bitcoin(LATE), bitcoin(LATER))], { sources: [source] });
    expect(blocks.map(({ height, hash }) => [height, hash])).toEqual([[LATE, hashOf(LATE)]]);
  });

  test("blocks are told earliest first, each once", async () => {
    const file = fileOf(bitcoin(LATER), bitcoin(LATE), bitcoin(EARLY));
    const { blocks } = await check([file, fileOf(bitcoin(LATE))], { sources: [sourceOf()] });
    expect(blocks.map(({ height }) => height)).toEqual([EARLY, LATE, LATER]);
  });
});

describe("the verdict of several attestations", () => {
  const sources = [sourceOf()];

  test("is the strongest: a checkpoint, then work, then sources", async () => {
    const checkpoint = from(EARLY, LAST);
    const work = from(LAST + 1, LATE + 6);
    const all = [bitcoin(LATER), bitcoin(LATE), bitcoin(EARLY)];
    for (const branches of [all, all.toReversed()]) {
      const told = async (options: Options) => said(await check([fileOf(...branches)], options));
      expect(await told({ headers: [checkpoint, work], sources })).toBe("passed ok computed");
      expect(await told({ headers: [work] })).toBe("passed bitcoin_proven_by_work computed");
    }
    const late = [bitcoin(LATER), bitcoin(LATE)];
    for (const branches of [late, late.toReversed()]) {
      const told = async (options: Options) => said(await check([fileOf(...branches)], options));
      expect(await told({ headers: [work], sources })).toBe("passed bitcoin_proven_by_work computed");
      expect(await told({ sources })).toBe("passed ok relied-on");
    }
  });

  test("is that of one that stands, though another is contradicted", async () => {
    const file = fileOf(after(1, bitcoin(EARLY)), bitcoin(EARLY));
    const result = await check([file], { headers: [from(EARLY, LAST)] });
    expect(said(result)).toBe("passed ok computed");
    expect(result.contradicted).toEqual([]);
    // The files are told apart.
    const two = await check(
      [fileOf(bitcoin(EARLY)), fileOf(pending("https://a.example")), fileOf(after(1, bitcoin(EARLY)))],
      {
        headers: [from(EARLY, LAST)],
      },
    );
    expect(two.contradicted).toEqual([{ file: 2, code: "bitcoin_root_mismatch" }]);
  });

  test("is that of one that is contradicted, where no other is open", async () => {
    const file = fileOf(after(1, bitcoin(EARLY)), after(2, bitcoin(EARLY)));
    const result = await check([file], { headers: [from(EARLY, LAST)] });
    expect(said(result)).toBe("failed bitcoin_root_mismatch computed");
    const beside = await check([fileOf(bitcoin(LATE), after(1, bitcoin(EARLY)))], {
      headers: [from(EARLY, LAST)],
    });
    expect(said(beside)).toBe("indeterminate no_bitcoin_header asserted");
    expect(result.contradicted).toEqual([{ file: 0, code: "bitcoin_root_mismatch" }]);
  });

  test("is that of a header with the root before what is known of the first", async () => {
    const file = fileOf(bitcoin(LATER), bitcoin(EARLY));
    expect(said(await check([file], { headers: [from(EARLY, EARLY)] }))).toBe(
      "indeterminate header_unproven computed",
    );
    expect(said(await check([file]))).toBe("indeterminate no_bitcoin_header asserted");
  });

  test("without any says whether one may come", async () => {
    expect(said(await check([fileOf(pending("https://a.example"))]))).toBe(
      "indeterminate bitcoin_pending asserted",
    );
    expect(said(await check([fileOf(other({ kind: "litecoin", height: 1 }))]))).toBe(
      "indeterminate no_bitcoin_attestation asserted",
    );
  });
});

describe("headers at hand and sources", () => {
  const file = [fileOf(bitcoin(LATE))];
  const run = from(LAST + 1, LATE + 6);
  const short = from(LAST + 1, LATE + 2);
  const aside = () => ({ [LATE]: beside(LATE) });
  const twin = () => ({ [LATE]: beside(LATE, DIGEST) });

  test("that agree: who proves is not relied on, and sources add confirmations", async () => {
    const result = await check(file, { headers: [run], sources: [sourceOf({ tip: LATE + 10 })] });
    expect(said(result)).toBe("passed bitcoin_proven_by_work computed");
    expect(result.blocks).toMatchObject([{ confirmations: 11, reliedOn: [] }]);
  });

  test("that agree: the work of headers is told, and the source is relied on", async () => {
    const result = await check(file, { headers: [short], sources: [sourceOf()] });
    expect(said(result)).toBe("passed ok relied-on");
    expect(result.blocks).toMatchObject([{ workBits: 2.5, reliedOn: ["own"] }]);
  });

  test("that disagree settle nothing", async () => {
    const disagree = "indeterminate sources_disagree relied-on";
    const told = async (headers: string[], ...sources: Answers[]) =>
      said(await check(file, { headers, sources: sources.map(sourceOf) }));
    // Another root, and another block with the same.
    expect(await told([run], { headers: aside() })).toBe(disagree);
    expect(await told([run], { headers: twin() })).toBe(disagree);
    expect(await told([], {}, { headers: aside() })).toBe(disagree);
    expect(await told([], { headers: aside() }, {})).toBe(disagree);
    expect(await told([], {}, { headers: twin() })).toBe(disagree);
    // However young one calls its own.
    expect(await told([], {}, { headers: twin(), tip: LATE + 1 })).toBe(disagree);
  });

  test("headers that prove nothing speak against no source, and for none", async () => {
    const told = async (headers: string[], ...sources: Answers[]) =>
      said(await check(file, { headers, sources: sources.map(sourceOf) }));
    expect(await told([short], { headers: aside() })).toBe("failed bitcoin_root_mismatch relied-on");
    expect(await told([linesOf(LATE, [beside(LATE)])], {})).toBe("passed ok relied-on");
    expect(await told([linesOf(LATE, [beside(LATE, DIGEST)])], {})).toBe("passed ok relied-on");
  });

  test("of which none has the root: contradicted", async () => {
    const told = async (headers: string[], ...sources: Answers[]) =>
      said(await check(file, { headers, sources: sources.map(sourceOf) }));
    expect(await told([], { headers: aside() })).toBe("failed bitcoin_root_mismatch relied-on");
    expect(
      await told([], { headers: aside() }, { headers: { [LATE]: beside(LATE, new Uint8Array(32)) } }),
    ).toBe("failed bitcoin_root_mismatch relied-on");
    expect(await told([linesOf(LATE, [beside(LATE)])], { headers: aside() })).toBe(
      "failed bitcoin_root_mismatch relied-on",
    );
    // One that cannot tell is not asked twice.
    expect(await told([], { tip: LATE + 1 }, { headers: aside() })).toBe(
      "failed bitcoin_root_mismatch relied-on",
    );
  });

  test("of which none can tell: the word of the headers, else of the first source", async () => {
    const young = { tip: LATE + 4 };
    const told = async (headers: string[], ...sources: Answers[]) =>
      said(await check(file, { headers, sources: sources.map(sourceOf) }));
    expect(await told([short], young)).toBe("indeterminate header_run_short computed");
    expect(await told([], young, { tip: LATE - 1 })).toBe("indeterminate too_few_confirmations relied-on");
    expect(await told([], { tip: LATE - 1 }, young)).toBe("indeterminate source_inconsistent relied-on");
    // Six blocks are enough, unless the caller asks for more.
    expect(await told([], { tip: LATE + 5 })).toBe("passed ok relied-on");
    const seven = await check(file, { sources: [sourceOf({ tip: LATE + 5 })], minConfirmations: 7 });
    expect(said(seven)).toBe("indeterminate too_few_confirmations relied-on");
  });

  test("the headers of one source prove a block, whoever else says what", async () => {
    const early = [fileOf(bitcoin(EARLY))];
    const proof = sourceOf({ name: "whole" });
    const liar = sourceOf({ name: "liar", headers: { [EARLY]: beside(EARLY) } });
    for (const sources of [
      [proof, liar],
      [liar, proof],
    ]) {
      const result = await check(early, { sources });
      expect(said(result)).toBe("passed ok computed");
      expect(result.blocks).toMatchObject([{ reliedOn: [], checkpointHeight: LAST, confirmations: 103 }]);
    }
  });

  test("only those are relied on, and confirm, who have the block settled", async () => {
    const young = { name: "young", tip: LATE + 4 };
    for (const sources of [
      [sourceOf(young), sourceOf()],
      [sourceOf(), sourceOf(young)],
    ]) {
      expect((await check(file, { sources })).blocks).toMatchObject([
        { reliedOn: ["own"], confirmations: 99 },
      ]);
      const proven = await check(file, { headers: [run], sources });
      expect(proven.blocks).toMatchObject([{ reliedOn: [], confirmations: 99 }]);
    }
  });

  test("one source under one name is one, however often it is given", async () => {
    const { blocks } = await check(file, { sources: [sourceOf(), sourceOf(), sourceOf({ name: "b" })] });
    expect(blocks).toMatchObject([{ reliedOn: ["own", "b"] }]);
  });
});

test("of a file of raw headers those are read that the blocks need", async () => {
  const raw = Uint8Array.from([EARLY, EARLY + 1, LAST].flatMap((height) => [...at(height).bytes]));
  expect(said(await check([fileOf(bitcoin(EARLY))], { headers: [{ height: EARLY, file: raw }] }))).toBe(
    "passed ok computed",
  );
});

test("documents of headers that cannot be read are told", async () => {
  const { malformedHeaders } = await check([fileOf(bitcoin(EARLY))], { headers: [from(EARLY, LAST), "{"] });
  expect(malformedHeaders).toEqual([{ index: 1, fault: "json_truncated" }]);
});

test("a block of the run in which the time of the checkpoint is unknown: that of the block after it", async () => {
  const { blocks } = await check([fileOf(bitcoin(LATE))], { headers: [from(LAST + 1, LATE + 6)] });
  expect(blocks[0]!.provenByWork!.checkpoint_time).toBe(new Date(timeAt(LAST + 1) * 1000).toISOString());
});
