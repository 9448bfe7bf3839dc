/** Looks at files and verifies evidence: in the main thread if there are few, else in each worker. */

import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { EPOCH_BLOCKS, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { printableJson } from "@svc-proof/shared/text";
import { keyOf } from "../../arrange/evidence-facts.js";
import {
  FoundEvidence,
  faultOf,
  statesSomething,
  UnreadPiece,
  withBeside,
} from "../../evidence/found-evidence.js";
import type { FoundPiece } from "../../evidence/kinds.js";
import type { CheckCode, Report } from "../../index.js";
import { fileAt, hashFile, shownPath } from "../../node/files.js";
import type { Arguments } from "../arguments.js";
import { type OpenGiven, readGiven } from "../given-files.js";
import { reasonOf } from "../messages.js";
import { DefaultSources } from "../online/default-sources.js";
import { rememberingBitcoin, rememberingEvm } from "../online/remember-answers.js";
import { type Row, rowOf } from "../rows/row.js";
import { type Asked, verifyPath } from "../verify-path.js";
import type { EvidenceTask, HashItem } from "./arrange-files.js";
import { type FileFacts, lookAt } from "./look-at.js";

/** What is asked of an examiner, and what it answers, item by item. */
export interface Work {
  readonly find: { readonly item: readonly FoundFile[]; readonly answer: null };
  readonly look: { readonly item: string; readonly answer: FileFacts };
  readonly hash: { readonly item: HashItem; readonly answer: Hashed };
  readonly verify: { readonly item: EvidenceTask; readonly answer: Verified };
}

/** A file, or a part of one, that may prove something of others. */
export interface FoundFile {
  readonly path: string;
  readonly piece: FoundPiece;
  /** Of raw headers: where the part begins, in headers. */
  readonly from?: number;
}

export interface Hashed {
  /** Keys. */
  readonly digests: readonly string[];
  /** Why the file can no longer be read. */
  readonly problem: string | null;
}

export interface Verified {
  readonly row: Row;
  /** Whether it belongs to other evidence, in whose row it is named, and has none of its own. */
  readonly isAbsorbed: boolean;
  /** Paths that the row names. */
  readonly named: readonly string[];
  /** Files of headers, certificates and revocation data on which it rests. */
  readonly used: readonly string[];
  /** The report as one line of JSON; null if it was not asked for. */
  readonly json: string | null;
}

/** The parts of a file of raw headers: an epoch each, read when a block of it is asked about. */
export function partsOf({ path, sizeBytes, rawHeight }: FileFacts): readonly FoundFile[] {
  if (rawHeight === null) return [];
  const count = sizeBytes / HEADER_BYTES;
  return Array.from({ length: Math.ceil(count / EPOCH_BLOCKS) }, (_, i) => {
    const from = i * EPOCH_BLOCKS;
    const last = rawHeight + Math.min(count, from + EPOCH_BLOCKS) - 1;
    return { path, from, piece: { kind: "headers", about: null, heights: [[rawHeight + from, last]] } };
  });
}

export class Examiner {
  readonly #args: Arguments;
  readonly #given: OpenGiven;
  readonly #asked: Asked;
  #found = new FoundEvidence([], async () => new Uint8Array());
  /** What the verification that runs rests on. */
  #used = new Set<string>();

  private constructor(args: Arguments, given: OpenGiven) {
    this.#args = args;
    this.#given = given;
    this.#asked = {
      sources: args.sources.map(rememberingEvm),
      bitcoinSources: args.bitcoinSources.map(rememberingBitcoin),
      defaults: args.isOnline ? new DefaultSources(args.timeoutMs) : null,
    };
  }

  /** @throws UsageError if a given file cannot be read. */
  static async open(args: Arguments): Promise<Examiner> {
    return new Examiner(args, await readGiven(args));
  }

  async run<Kind extends keyof Work>(
    kind: Kind,
    items: readonly Work[Kind]["item"][],
  ): Promise<Work[Kind]["answer"][]> {
    const answers: Work[Kind]["answer"][] = [];
    for (const item of items) answers.push(await this.#answer(kind, item));
    return answers;
  }

  #answer(kind: keyof Work, item: Work[keyof Work]["item"]): Promise<Work[keyof Work]["answer"]> {
    if (kind === "look") return lookAt(item as string);
    if (kind === "find") return this.#find(item as readonly FoundFile[]);
    if (kind === "hash") return hashed(item as HashItem);
    return this.#verify(item as EvidenceTask);
  }

  /** Every verification after this takes from these files what leads from its input to a time. */
  async #find(files: readonly FoundFile[]): Promise<null> {
    this.#found = new FoundEvidence(
      files.map(({ piece }) => piece),
      async (i) => {
        try {
          return bytesOf(files[i]!);
        } catch (error) {
          throw new UnreadPiece(reasonOf(error));
        }
      },
      (i) => this.#used.add(files[i]!.path),
    );
    return null;
  }

  async #verify({ path, original, beside, isAbsorbed, probablyChanged }: EvidenceTask): Promise<Verified> {
    this.#used = new Set();
    const { report, problem } = await this.#verifyOne(
      path,
      original,
      this.#args.isOriginalRequired && !isAbsorbed,
    );
    const used = [...this.#used];
    const faults = new Map<string, CheckCode | null>();
    for (const file of beside.filter(statesSomething)) {
      faults.set(file.path, faultOf((await this.#verifyOne(file.path, null, false)).report));
    }
    const named = beside.map((file) => ({
      name: shownPath(file.path),
      path: file.path,
      kind: file.kind,
      fault: faults.get(file.path) ?? null,
    }));
    const told = withNotice(withBeside(report, named), probablyChanged.map(shownPath));
    const sound = named.flatMap((file) => (file.fault === null ? [file.path] : []));
    const row = rowOf(told, {
      path,
      original: original?.path ?? null,
      beside: sound,
      probablyChanged,
      problem,
    });
    return {
      row,
      named: [path, ...(original === null ? [] : [original.path]), ...sound],
      isAbsorbed: isAbsorbed && problem === null && report.outcome !== "failed",
      used,
      json: this.#args.format === "json" ? printableJson(told) : null,
    };
  }

  #verifyOne(path: string, original: EvidenceTask["original"], isOriginalRequired: boolean) {
    return verifyPath(path, {
      args: this.#args,
      given: { ...this.#given.given, found: this.#found },
      asked: this.#asked,
      original: original?.path ?? null,
      isOriginalRequired,
      contentHash: async () => original?.hash ?? null,
    });
  }

  close(): Promise<void> {
    return this.#given.close();
  }
}

function bytesOf({ path, piece, from }: FoundFile): Uint8Array {
  if (from === undefined) return new Uint8Array(readFileSync(fileAt(path)));
  const [[first, last]] = piece.heights as readonly [readonly [number, number]];
  const bytes = Buffer.alloc((last - first + 1) * HEADER_BYTES);
  const file = openSync(fileAt(path), "r");
  try {
    const length = readSync(file, bytes, 0, bytes.length, from * HEADER_BYTES);
    const lines: string[] = [];
    for (let at = 0; at + HEADER_BYTES <= length; at += HEADER_BYTES) {
      const header = bytes.subarray(at, at + HEADER_BYTES);
      // Eighty zeros are a header that a wallet has not fetched.
      if (header.some((byte) => byte !== 0))
        lines.push(`${first + at / HEADER_BYTES} ${bytesToHex(header)}\n`);
    }
    return new TextEncoder().encode(lines.join(""));
  } finally {
    closeSync(file);
  }
}

/** Never throws because of the file. */
async function hashed({ path, algorithms }: HashItem): Promise<Hashed> {
  const digests: string[] = [];
  try {
    for (const algorithm of algorithms) digests.push(keyOf(algorithm, await hashFile(path, { algorithm })));
    return { digests, problem: null };
  } catch (error) {
    return { digests: [], problem: reasonOf(error) };
  }
}

function withNotice(report: Report, files: readonly string[]): Report {
  if (files.length === 0) return report;
  return {
    ...report,
    notices: [...report.notices, { code: "original_probably_changed", evidence: { parts: files } }],
  };
}
