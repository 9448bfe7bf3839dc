/** Reads the files and calls the library's `verify`. The page shows the library's report unchanged. */

import { createSha256 } from "@svc-proof/shared/hash";
import {
  type RandomAccess,
  type Report,
  type StatedEvidence,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import type { BesideFile, FoundEvidence } from "@svc-proof/verifier-lib/evidence";
import { expectReadable, readBytes, UnreadableFileError } from "@svc-proof/verifier-web/ui/hashing";
import type { EvidenceFile, EvidenceFiles } from "../model.js";

export interface VerifyEvidenceOptions extends Pick<VerifyOptions, "sources" | "bitcoinSources"> {
  readonly signal: AbortSignal;
  /** Bytes hashed so far, of an original inside a package. */
  readonly onProgress: (doneBytes: number) => void;
}

/** @throws UnreadableFileError; the reason of an abort. */
export async function verifyEvidence(files: EvidenceFiles, asked: VerifyEvidenceOptions): Promise<Report> {
  const { input, contentHash, isOriginalHashed, without, snapshot } = files;
  const { signal } = asked;
  const { stated, beside } = await divided(files.evidence);
  const isAlone = beside.length === 0 && without === null;
  const library = isAlone ? null : await import("@svc-proof/verifier-lib/evidence");
  const { found, leftOut } = beside.length === 0 ? NOTHING : await gathered(beside);
  const options = {
    ...(snapshot !== null && { trustList: await (await import("./beside-files.js")).openSnapshot(snapshot) }),
    ...(found !== null && { found }),
  };
  const report = await verify(input, {
    ...asked,
    ...named(input),
    ...(contentHash !== null && { contentHash, isOriginalHashed }),
    ...options,
    createHash: createSha256,
    evidence: stated,
  });
  // A read error says nothing about the proof.
  const unreadable = report.checks.find(({ code }) => code === "input_unreadable");
  if (unreadable !== undefined) throw new UnreadableFileError(`${unreadable.evidence["reason"]}`);
  // Nor does what was read of a file while it was written to.
  for (const { file } of [{ file: input }, ...beside]) await expectReadable(file);
  if (library === null) return report;
  const { faultOf, statesSomething, withBeside, withoutOriginal } = library;
  const told = beside.map(async ({ file, kind }, at) => ({
    name: file.name,
    kind,
    isLeftOut: !statesSomething({ kind }) && leftOut.has(at),
    // Without a source: this asks what is false by itself.
    fault: statesSomething({ kind }) ? faultOf(await verify(file, { signal, ...options })) : null,
  }));
  const whole = withBeside(report, await Promise.all(told));
  return without === null ? whole : withoutOriginal(whole, without.nearest);
}

/** The name of a file for its report. A document that was pasted has none. */
export function named({ name }: File): Pick<VerifyOptions, "inputName"> {
  return name === "" ? {} : { inputName: name };
}

interface BesideEvidence extends BesideFile {
  readonly id: string;
  readonly file: File;
  /** What the library reads. */
  readonly content: Blob | RandomAccess;
}

interface Divided {
  readonly stated: readonly StatedEvidence[];
  readonly beside: readonly BesideEvidence[];
}

/** Pieces of one kind that the library takes as stated. */
const MAX_TRUST = 16;

/** What is stated: the certificates that the user trusts, and large files of raw headers, of which the library reads a part. */
async function divided(evidence: readonly EvidenceFile[]): Promise<Divided> {
  const stated: StatedEvidence[] = [];
  const beside: BesideEvidence[] = [];
  const trust: { name: string; content: string }[] = [];
  for (const { id, kind, file } of evidence) {
    const { name } = file;
    if (kind === "trust") {
      const [first] = trust.slice(MAX_TRUST - 1);
      const content = await pemOf(file);
      if (first === undefined) trust.push({ name, content });
      else Object.assign(first, { name: `${first.name}, ${name}`, content: `${first.content}\n${content}` });
      continue;
    }
    const raw = kind === "headers" ? await (await import("./beside-files.js")).rawHeaders(file) : null;
    if (raw?.lines === null) stated.push({ kind: "headers", content: raw, name });
    else beside.push({ id, kind, file, name, content: raw?.lines ?? file });
  }
  return { stated: [...stated, ...trust.map((one) => ({ kind: "trust" as const, ...one }))], beside };
}

interface Gathered {
  readonly found: FoundEvidence | null;
  /** Places of the files that cannot be read as evidence. */
  readonly leftOut: ReadonlySet<number>;
}

const NOTHING: Gathered = { found: null, leftOut: new Set() };

/** What was gathered last: a thousand timestamps beside the same headers read these once. */
let last: (Gathered & { readonly key: string }) | null = null;

async function gathered(beside: readonly BesideEvidence[]): Promise<Gathered> {
  const key = beside.map(({ id }) => id).join();
  if (last?.key === key) return last;
  const { gatherEvidence } = await import("@svc-proof/verifier-lib/evidence");
  const leftOut = new Set<number>();
  const found = await gatherEvidence(
    beside.map(({ content }) => content),
    { onLeftOut: (at) => leftOut.add(at) },
  );
  last = { key, found, leftOut };
  return last;
}

const DER_SEQUENCE = 0x30;

/** The text of a PEM file. A certificate in DER becomes PEM. @throws UnreadableFileError. */
export async function pemOf(file: File): Promise<string> {
  const bytes = await readBytes(file);
  if (bytes[0] !== DER_SEQUENCE) return new TextDecoder().decode(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
