/**
 * Evidence that was found beside what is verified, in a folder or on a page, and that nobody has stated to belong to it. Each
 * piece is indexed by what it is about, and read when something leads to it. It may prove, and fails nothing: where it is
 * of use is decided by digests, never by names.
 */
import {
  type BlockHeader,
  CHECKPOINTS,
  EPOCH_BLOCKS,
  type HeaderRun,
  type HeaderRuns,
  headerFault,
  judgeDocumentsInSteps,
  parseEpochFile,
  parseHeaders,
  placeEpochFiles,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { type HoldingWitness, readWitness } from "../anchor/read-witnesses.js";
import { isEpochFile, judgementUnits } from "../bitcoin/headers-at-hand.js";
import type { Digest, FoundForBitcoin, ReplayedTimestamp } from "../bitcoin/verify-bitcoin.js";
import { INPUT_LIMITS } from "../input-limits.js";
import { type RandomAccess, randomAccess, UnreadableInputError } from "../package/random-access.js";
import type { Subject } from "../report/report.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import type { FoundForSeals, FoundMaterial } from "../seal/verify-seal.js";
import { runStepsPausing } from "../work/run-steps.js";
import { Work } from "../work/work.js";
import { parseCrl } from "../x509/parse-crl.js";
import { parseOcspResponse } from "../x509/parse-ocsp-response.js";
import { certificatesIn, type FoundPiece, foundPiece } from "./kinds.js";

/** Larger files are no evidence that anything else could lead to. */
const MAX_PIECE_BYTES: number = Math.max(...Object.values(INPUT_LIMITS));

/**
 * Reads files that lie beside evidence once, for the option `found` of `verify`: OpenTimestamps files, seals, witnesses,
 * headers of Bitcoin, certificates, revocation data. What each is, its bytes decide. Anything else is left out.
 *
 * @param files in any order; equal ones count once.
 * @throws the reason of the signal if it aborts.
 *
 * @example
 * const found = await gatherEvidence([timestampFile, headersFile]);
 * const report = await verify(proofBytes, { found });
 */
export async function gatherEvidence(
  files: Iterable<Uint8Array | Blob | RandomAccess>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<FoundEvidence> {
  const pieces: FoundPiece[] = [];
  const open: RandomAccess[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    const access = randomAccess(file, signal);
    if (access.sizeBytes > MAX_PIECE_BYTES) continue;
    try {
      const piece = foundPiece(await access.read(0, access.sizeBytes));
      if (piece === null) continue;
      pieces.push(piece);
      open.push(access);
    } catch (error) {
      if (!(error instanceof UnreadableInputError)) throw error;
    }
  }
  return new FoundEvidence(pieces, async (i) => {
    try {
      return await open[i]!.read(0, open[i]!.sizeBytes);
    } catch (error) {
      if (error instanceof UnreadableInputError) throw new UnreadPiece(error.message);
      throw error;
    }
  });
}

/** Zones of headers that stay in memory: an epoch takes a megabyte. */
const MAX_ZONES = 48;
/** Parsed timestamps and witnesses that stay in memory. */
const MAX_PARSED = 4096;
/** Digests of which the seals stay in memory. */
const MAX_SEALED = 64;

/**
 * Built once, and used for every verification of a folder or a page. Each piece is paid for by itself, so that none takes
 * anything from another.
 */
export class FoundEvidence implements FoundForBitcoin, FoundForSeals {
  readonly #read: (piece: number) => Promise<Uint8Array>;
  readonly #pieces: readonly FoundPiece[];
  /** By kind and what it is about. */
  readonly #about = new Map<string, number[]>();
  readonly #ofKind = new Map<FoundPiece["kind"], number[]>();
  readonly #timestamps = new Recent<Promise<ReplayedTimestamp | null>>(MAX_PARSED);
  readonly #witnesses = new Recent<Promise<HoldingWitness | null>>(MAX_PARSED);
  readonly #seals = new Recent<Promise<readonly Uint8Array[]>>(MAX_SEALED);
  readonly #zones = new Recent<Promise<readonly HeaderRuns[]>>(MAX_ZONES);
  #material: Promise<FoundMaterial> | null = null;

  /**
   * @param pieces by the number under which each is read.
   * @param read the bytes of a piece. What cannot be read any more counts as not found.
   */
  constructor(pieces: readonly FoundPiece[], read: (piece: number) => Promise<Uint8Array>) {
    this.#pieces = pieces;
    this.#read = read;
    for (const [i, { kind, about }] of pieces.entries()) {
      add(this.#ofKind, kind, i);
      if (about !== null) add(this.#about, `${kind} ${about}`, i);
    }
  }

  hasTimestamps({ hash, hex }: Digest): boolean {
    return this.#about.has(`timestamp ${hash} ${hex}`);
  }

  timestampsOf({ hash, hex }: Digest): Promise<readonly ReplayedTimestamp[]> {
    return eachOf(this.#about.get(`timestamp ${hash} ${hex}`), (i) =>
      this.#timestamps.get(i, () =>
        this.#parsed(i, (bytes) => {
          const file = parseDetachedTimestamp(bytes, { work: new Work() });
          if (file.hash !== hash || bytesToHex(file.digest) !== hex) return null;
          // Each of a thousand timestamps of one digest would replay all the others again.
          return { ...file, attested: replay(file.timestamp, file.digest) };
        }),
      ),
    );
  }

  /** Witnesses of a transaction whose input is the payload of this Merkle root. */
  witnessesOf(root: string): Promise<readonly HoldingWitness[]> {
    return eachOf(this.#about.get(`witness ${root}`), (i) =>
      this.#witnesses.get(i, () =>
        this.#parsed(i, (bytes) => {
          const witness = readWitness({ content: bytes, chainId: null, isFound: true }, new Work());
          return witness.fault === null ? witness : null;
        }),
      ),
    );
  }

  hasSeals(algorithm: HashAlgorithm, hex: string): boolean {
    return this.#about.has(`seal ${algorithm} ${hex}`);
  }

  /** The same for a digest of any kind; there is none of most. */
  hasSealsOf({ algorithm, hash }: Subject["content"]): boolean {
    return this.#about.has(`seal ${algorithm} ${hash}`);
  }

  sealsOf(algorithm: HashAlgorithm, hex: string): Promise<readonly Uint8Array[]> {
    const pieces = this.#about.get(`seal ${algorithm} ${hex}`) ?? [];
    // Each of a thousand seals of one digest would read all the others again.
    return this.#seals.get(pieces[0] ?? -1, async () => {
      const seals = await eachOf(pieces, (i) => this.#parsed(i, (bytes) => bytes));
      const distinct = new Map(seals.map((seal) => [bytesToHex(sha256(seal)), seal]));
      // Where not all are judged, the order in which they were found does not decide which are.
      return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, seal]) => seal);
    });
  }

  material(): Promise<FoundMaterial> {
    this.#material ??= this.#readMaterial();
    return this.#material;
  }

  async headersFor(heights: readonly number[]): Promise<readonly HeaderRuns[]> {
    const checkpoints = new Set(heights.map((height) => CHECKPOINTS.nextHeight(height)));
    const zones = [...checkpoints].map((checkpoint) =>
      this.#zones.get(checkpoint ?? -1, () => this.#readZone(checkpoint)),
    );
    return (await Promise.all(zones)).flat();
  }

  async #readMaterial(): Promise<FoundMaterial> {
    const all = <Value>(kind: FoundPiece["kind"], parse: (bytes: Uint8Array) => Value) =>
      eachOf(this.#ofKind.get(kind), (i) => this.#parsed(i, parse));
    const certificates = await all("certificates", certificatesIn);
    const crls = await all("crl", (bytes) => parseCrl(bytes));
    const ocspResponses = await all("ocsp_response", (bytes) => parseOcspResponse(bytes));
    const indexed = (["crl", "ocsp_response"] as const).flatMap((kind) => this.#ofKind.get(kind) ?? []);
    return {
      certificates: certificates.flat(),
      crls,
      ocspResponses,
      unread: indexed.length - crls.length - ocspResponses.length,
    };
  }

  /**
   * Headers from one checkpoint to the next, or all beyond the last one.
   *
   * @param checkpoint null beyond the last one.
   */
  async #readZone(checkpoint: number | null): Promise<readonly HeaderRuns[]> {
    const last = checkpoint ?? Number.POSITIVE_INFINITY;
    const first = checkpoint === null ? CHECKPOINTS.lastHeight : checkpoint - EPOCH_BLOCKS + 1;
    const documents: HeaderRun[][] = [];
    const epochs: (readonly BlockHeader[])[] = [];
    for (const i of this.#ofKind.get("headers") ?? []) {
      if (!this.#pieces[i]!.heights.some(([from, to]) => from <= last && to >= first)) continue;
      const read = await this.#parsed(i, (bytes) =>
        isEpochFile(bytes)
          ? { epoch: parseEpochFile(bytes, { work: new Work() }) }
          : { runs: parseHeaders(bytes, { work: new Work() }) },
      );
      if (read === null) continue;
      if ("epoch" in read) epochs.push(read.epoch);
      else documents.push(read.runs);
    }
    const heights = placeEpochFiles(epochs, documents.flat());
    for (const [i, headers] of epochs.entries()) {
      const height = heights[i];
      if (height != null) documents.push([{ network: "bitcoin", height, headers }]);
    }
    const within = documents.map((runs) => runs.flatMap((run) => partOf(run, first, last)));
    // Up to the last checkpoint each header is judged by itself. Beyond it, a document with an impossible one counts for nothing.
    return withoutUnlinked(checkpoint === null ? within : [distinct(within.flat())]);
  }

  /** Null for what cannot be read, now or at all. */
  async #parsed<Value>(piece: number, parse: (bytes: Uint8Array) => Value): Promise<Value | null> {
    try {
      return parse(await this.#read(piece));
    } catch (error) {
      if (error instanceof FormatError || error instanceof UnreadPiece) return null;
      throw error;
    }
  }
}

/** A piece that was there when it was indexed, and cannot be read any more. */
export class UnreadPiece extends Error {}

/** Those headers of a run that the main chain can contain, as far as they show themselves. */
function partOf({ network, height, headers }: HeaderRun, first: number, last: number): HeaderRun[] {
  const start = Math.max(0, first - height);
  const part = headers.slice(start, Math.max(start, last - height + 1));
  return part.flatMap((header, i) => {
    const at = height + start + i;
    const isPossible = network === "regtest" || headerFault({ height: at, header }) === null;
    return isPossible ? [{ network, height: at, headers: [header] }] : [];
  });
}

/** Headers of a zone that nothing links to a checkpoint, and that may complete those that were stated. */
const MAX_UNLINKED: number = 2 * EPOCH_BLOCKS;

/**
 * Without the headers that no checkpoint leads to, if there are more of them than two epochs hold: every timestamp would pay
 * for them again. Anyone can write a true header at a thousand heights.
 *
 * @param documents of one header each run.
 */
async function withoutUnlinked(documents: readonly HeaderRuns[]): Promise<readonly HeaderRuns[]> {
  const count = documents.reduce((sum, runs) => sum + runs.length, 0);
  if (count <= MAX_UNLINKED) return documents;
  const work = new Work({ units: judgementUnits(count) });
  const steps = judgeDocumentsInSteps(documents, Number.POSITIVE_INFINITY, { work });
  const { headers } = await runStepsPausing(steps, work);
  const isLinked = new Set<string>();
  for (const { height, header, standing, start } of headers) {
    if (standing === "main-chain" || start !== null) isLinked.add(`${height} ${bytesToHex(header.hash)}`);
  }
  if (count - isLinked.size <= MAX_UNLINKED) return documents;
  return documents.map((runs) =>
    runs.filter(({ height, headers: [header] }) => isLinked.has(`${height} ${bytesToHex(header!.hash)}`)),
  );
}

function distinct(runs: readonly HeaderRun[]): HeaderRun[] {
  const known = new Map<string, HeaderRun>();
  for (const run of runs) {
    const key = `${run.network} ${run.height} ${bytesToHex(run.headers[0]!.hash)}`;
    if (!known.has(key)) known.set(key, run);
  }
  return [...known.values()];
}

function add<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** One after the other: thousands of files that are open at once are more than a system allows, and the rest would be lost. */
async function eachOf<Value>(
  pieces: readonly number[] = [],
  read: (piece: number) => Promise<Value | null>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const piece of pieces) {
    const value = await read(piece);
    if (value !== null) values.push(value);
  }
  return values;
}

/** The values that were asked for last. */
class Recent<Value> {
  readonly #values = new Map<number, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: number, make: () => Value): Value {
    const value = this.#values.has(key) ? this.#values.get(key)! : make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#max) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest!);
    }
    return value;
  }
}
