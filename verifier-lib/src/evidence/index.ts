/**
 * Evidence that lies beside what is verified, in a folder or on a page: what each file is, its bytes decide, and where it is of
 * use, digests do. Nobody has stated that it belongs there: each piece is indexed by what it is about, and read when something
 * leads to it. It may prove, and fails nothing.
 *
 * @module
 */

import { CHECKPOINTS, type HeaderRuns } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { type RandomAccess, randomAccess, UnreadableInputError } from "../content/content.js";
import { isFaultCode } from "../fault.js";
import { INPUT_LIMITS } from "../input-limits.js";
import type { FoundForSeals, FoundMaterial } from "../judge/seal.js";
import type { Digest, FoundForBitcoin, ReplayedTimestamp } from "../judge/timestamp.js";
import { type HoldingWitness, readWitness } from "../judge/witnesses.js";
import { dearmoured } from "../recognise/recognise.js";
import type { CheckId } from "../report/checks.js";
import type { CheckCode } from "../report/codes.js";
import { verdictOf } from "../report/headline.js";
import { outcomeOf, reasonOf } from "../report/outcome.js";
import type { Check, GivenInput, InputKind, Report, Subject } from "../report/report.js";
import type { HashAlgorithm } from "../rfc3161/token.js";
import { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCrl } from "../x509/crl.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import type { Crl, OcspResponse } from "../x509/path-types.js";
import { HeaderZone, readHeaders } from "./found-headers.js";
import { certificatesIn, type FoundKind, type FoundPiece, foundPiece } from "./kinds.js";

export type { FoundForSeals, FoundMaterial } from "../judge/seal.js";
export type { Digest, FoundForBitcoin, ReplayedTimestamp } from "../judge/timestamp.js";
export { type FoundKind, type FoundPiece, foundPiece } from "./kinds.js";

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
  { signal, onLeftOut }: GatherOptions = {},
): Promise<FoundEvidence> {
  const pieces: FoundPiece[] = [];
  const open: RandomAccess[] = [];
  let at = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    const access = randomAccess(file, signal);
    const piece = await readPiece(access);
    if (piece === null) onLeftOut?.(at);
    else {
      pieces.push(piece);
      open.push(access);
    }
    at++;
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

/** Options of `gatherEvidence`. */
export interface GatherOptions {
  readonly signal?: AbortSignal;
  /** Called with the place of each file that is left out. */
  readonly onLeftOut?: (at: number) => void;
}

async function readPiece(file: RandomAccess): Promise<FoundPiece | null> {
  if (file.sizeBytes > MAX_PIECE_BYTES) return null;
  try {
    return foundPiece(dearmoured(await file.read(0, file.sizeBytes)).bytes);
  } catch (error) {
    if (!(error instanceof UnreadableInputError)) throw error;
    return null;
  }
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
  readonly #onUsed: (piece: number) => void;
  readonly #pieces: readonly FoundPiece[];
  /** By kind and what it is about. */
  readonly #about = new Map<string, number[]>();
  readonly #ofKind = new Map<FoundPiece["kind"], number[]>();
  readonly #timestamps = new Recent<Promise<ReplayedTimestamp | null>>(MAX_PARSED);
  readonly #witnesses = new Recent<Promise<HoldingWitness | null>>(MAX_PARSED);
  readonly #seals = new Recent<Promise<readonly Uint8Array[]>>(MAX_SEALED);
  readonly #zones = new Recent<HeaderZone>(MAX_ZONES);
  #material: Promise<FoundMaterial> | null = null;
  #parts: readonly MaterialPart[] = [];

  /**
   * @param pieces by the number under which each is read.
   * @param read the bytes of a piece. What cannot be read any more counts as not found.
   * @param onUsed called with each piece of headers, certificates or revocation data on which something rests, as often as it does.
   */
  constructor(
    pieces: readonly FoundPiece[],
    read: (piece: number) => Promise<Uint8Array>,
    onUsed: (piece: number) => void = () => undefined,
  ) {
    this.#pieces = pieces;
    this.#read = async (piece) => dearmoured(await read(piece)).bytes;
    this.#onUsed = onUsed;
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
    const byCheckpoint = new Map<number | null, number[]>();
    for (const height of heights) {
      const checkpoint = CHECKPOINTS.nextHeight(height);
      byCheckpoint.set(checkpoint, [...(byCheckpoint.get(checkpoint) ?? []), height]);
    }
    const answers = [...byCheckpoint].map(async ([checkpoint, within]) => {
      const zone = this.#zones.get(checkpoint ?? -1, () => this.#zoneOf(checkpoint));
      const { documents, used } = await zone.headersFor(within);
      for (const piece of used) this.#onUsed(piece);
      return documents;
    });
    return (await Promise.all(answers)).flat();
  }

  #zoneOf(checkpoint: number | null): HeaderZone {
    return new HeaderZone(checkpoint, {
      within: (first, last) =>
        (this.#ofKind.get("headers") ?? []).filter((i) =>
          this.#pieces[i]!.heights.some(([from, to]) => from <= last && to >= first),
        ),
      heightsOf: (i) => this.#pieces[i]!.heights,
      read: (i) => this.#parsed(i, readHeaders),
    });
  }

  judged(chain: readonly Certificate[], isRevocationKnown: boolean): void {
    const below = new Set(chain.slice(0, -1));
    const issuers = new Set([...below].map(({ issuer }) => bytesToHex(issuer.der)));
    const serials = new Set([...below].map(({ serialNumberHex }) => serialNumberHex));
    for (const { piece, certificates, crl, ocsp } of this.#parts) {
      const isUsed =
        certificates !== undefined
          ? certificates.some((one) => below.has(one))
          : isRevocationKnown &&
            (crl !== undefined
              ? issuers.has(bytesToHex(crl.issuer.der))
              : ocsp.responses.some(({ serialNumberHex }) => serials.has(serialNumberHex)));
      if (isUsed) this.#onUsed(piece);
    }
  }

  async #readMaterial(): Promise<FoundMaterial> {
    const read = <Value>(kind: FoundPiece["kind"], parse: (bytes: Uint8Array) => Value) => {
      return eachOf(this.#ofKind.get(kind), async (piece) => {
        const value = await this.#parsed(piece, parse);
        return value === null ? null : { piece, value };
      });
    };
    const certificates = await read("certificates", certificatesIn);
    const crls = await read("crl", (bytes) => parseCrl(bytes));
    const ocspResponses = await read("ocsp_response", (bytes) => parseOcspResponse(bytes));
    this.#parts = [
      ...certificates.map(({ piece, value }) => ({ piece, certificates: value })),
      ...crls.map(({ piece, value }) => ({ piece, crl: value })),
      ...ocspResponses.map(({ piece, value }) => ({ piece, ocsp: value })),
    ];
    const indexed = (["crl", "ocsp_response"] as const).flatMap((kind) => this.#ofKind.get(kind) ?? []);
    return {
      certificates: certificates.flatMap(({ value }) => value),
      crls: crls.map(({ value }) => value),
      ocspResponses: ocspResponses.map(({ value }) => value),
      unread: indexed.length - crls.length - ocspResponses.length,
    };
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

/** What a piece of material holds. */
type MaterialPart = { readonly piece: number } & (
  | { readonly certificates: readonly Certificate[]; readonly crl?: never; readonly ocsp?: never }
  | { readonly crl: Crl; readonly certificates?: never; readonly ocsp?: never }
  | { readonly ocsp: OcspResponse; readonly certificates?: never; readonly crl?: never }
);

/** A piece that was there when it was indexed, and cannot be read any more. */
export class UnreadPiece extends Error {}

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

/** A file that was found beside the input, and what it is to it. */
export interface BesideFile {
  /** Name or path, for the report. */
  readonly name: string;
  readonly kind: FoundKind | "seal_timestamp" | "witness_timestamp";
  /** The code of the check that it fails by itself; null or absent if there is none. */
  readonly fault?: CheckCode | null;
  /** Whether it states nothing itself and cannot be read: then it is of no use. Default: false. */
  readonly isLeftOut?: boolean;
}

/** Whether a file states something: another may be what a check rests on, so only by itself does it say whether it holds. */
export function statesSomething({ kind }: Pick<BesideFile, "kind">): boolean {
  return !MATERIAL.has(kind);
}

/** Why a file proves nothing by itself: the code of the check that it fails, or why it is not understood. */
export function faultOf({ checks }: Report): CheckCode | null {
  const fails = ({ status, code }: Report["checks"][number]) => status === "failed" || isFaultCode(code);
  return checks.find(fails)?.code ?? null;
}

/** What states nothing itself: it was at hand. */
const MATERIAL: ReadonlySet<BesideFile["kind"]> = new Set([
  "headers",
  "certificates",
  "crl",
  "ocsp_response",
]);

/** The checks that say what became of a file. */
const CHECKS_OF: Readonly<Record<BesideFile["kind"], readonly CheckId[]>> = {
  seal: ["seal"],
  timestamp: ["bitcoin"],
  seal_timestamp: ["seal"],
  witness: ["anchor"],
  witness_timestamp: ["block"],
  headers: ["bitcoin", "block", "seal"],
  certificates: ["seal"],
  crl: ["seal"],
  ocsp_response: ["seal"],
};

/**
 * A report with the files that were found beside its input among the inputs. A file is `failed` if it fails by itself; otherwise `checked` with
 * the code of the check that it serves, or `ok` if it states nothing itself; if there is no such check, or if it cannot be read, it
 * is of no use here.
 */
export function withBeside(report: Report, beside: readonly BesideFile[]): Report {
  if (beside.length === 0) return report;
  const counts = new Map<InputKind, number>();
  for (const { kind, origin } of report.inputs) {
    if (origin === "caller") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const added = beside.map(({ name, kind, fault = null, isLeftOut = false }): GivenInput => {
    const index = counts.get(kind) ?? 0;
    counts.set(kind, index + 1);
    const row = { kind, origin: "caller", index, name, fault: null } as const;
    if (fault !== null) return { ...row, status: isFaultCode(fault) ? "unreadable" : "failed", code: fault };
    const check = report.checks.find(
      ({ id, status }) => CHECKS_OF[kind].includes(id) && status !== "skipped",
    );
    return check === undefined || isLeftOut
      ? { ...row, status: "not_applicable", code: "input_not_applicable" }
      : { ...row, status: "checked", code: MATERIAL.has(kind) ? "ok" : check.code };
  });
  return { ...report, inputs: [...report.inputs, ...added] };
}

/** A file that its name or its size points to as an original. */
export interface NearestFile {
  readonly name: string;
  /** Its digest by the hash that the evidence states, in lower-case hexadecimal. */
  readonly hash: string;
}

/**
 * The report of evidence beside which lay files that may be its original, none of which is: the check `content` says so, and the
 * evidence counts as verified no longer. What failed, or was compared with a file, stays as it is.
 *
 * @param nearest null if nothing points to a file.
 */
export function withoutOriginal(report: Report, nearest: NearestFile | null): Report {
  if (report.outcome === "failed") return report;
  const checks = report.checks.map((check): Check => {
    if (check.id !== "content" || check.code !== "not_requested") return check;
    const evidence = nearest === null ? {} : { nearest: nearest.name, computed: nearest.hash };
    return {
      ...check,
      status: "indeterminate",
      code: "none_is_original",
      evidence: { ...check.evidence, ...evidence },
    };
  });
  const { type } = report.input;
  const outcome = outcomeOf(checks, type);
  const told = {
    outcome,
    reason: reasonOf(outcome, checks, type, report.inputs),
    claims: [],
    // A file was given; it is another one.
    notices: report.notices.filter(({ code }) => code !== "original_not_given"),
  };
  return { ...report, ...told, checks, verdict: verdictOf(told) };
}
