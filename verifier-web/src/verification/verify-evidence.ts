/** Reads the files and calls the library's `verify`. The page shows the library's report unchanged. */

import { createSha256 } from "@svc-proof/shared/hash";
import { expectReadable, readBytes, UnreadableFileError } from "@svc-proof/ui/hashing";
import {
  inputTypeOf,
  type Report,
  type StatedEvidence,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import type { BesideFile } from "@svc-proof/verifier-lib/evidence";
import type { EvidenceFile, EvidenceFiles } from "../model/evidence-files.js";

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
  const found =
    beside.length === 0
      ? undefined
      : await library!.gatherEvidence(await Promise.all(beside.map(({ file }) => readBytes(file))), {
          signal,
        });
  const report = await verify(input, {
    ...asked,
    ...named(input),
    ...(contentHash !== null && { contentHash, isOriginalHashed }),
    ...(snapshot !== null && { trustList: await (await import("./snapshots.js")).openSnapshot(snapshot) }),
    createHash: createSha256,
    ...(found && { found }),
    evidence: stated,
  });
  // A read error says nothing about the proof.
  const unreadable = report.checks.find(({ code }) => code === "input_unreadable");
  if (unreadable !== undefined) throw new UnreadableFileError(`${unreadable.evidence["reason"]}`);
  // Nor does what was read of a file while it was written to.
  await expectReadable(input);
  if (library === null) return report;
  const { faultOf, statesSomething, withBeside, withoutOriginal } = library;
  const told = beside.map(async ({ file, kind }) => ({
    name: file.name,
    kind,
    // Without a source: this asks what is false by itself.
    fault: statesSomething({ kind }) ? faultOf(await verify(await readBytes(file), { signal })) : null,
  }));
  const whole = withBeside(report, await Promise.all(told));
  return without === null ? whole : withoutOriginal(whole, without.nearest);
}

/** The name of a file for its report. A document that was pasted has none. */
export function named({ name }: File): Pick<VerifyOptions, "inputName"> {
  return name === "" ? {} : { inputName: name };
}

interface Divided {
  readonly stated: readonly StatedEvidence[];
  readonly beside: readonly (BesideFile & { readonly file: File })[];
}

/** What is stated: the certificates that the user trusts, and raw headers, of which the library reads the part that it needs. */
async function divided(evidence: readonly EvidenceFile[]): Promise<Divided> {
  const stated: StatedEvidence[] = [];
  const beside: (BesideFile & { readonly file: File })[] = [];
  for (const { kind, file } of evidence) {
    const { name } = file;
    const height = kind === "headers" ? await rawHeight(file) : null;
    if (kind === "trust") stated.push({ kind, content: await pemOf(file), name });
    else if (height !== null) stated.push({ kind: "headers", content: { height, file }, name });
    else beside.push({ kind, file, name });
  }
  return { stated, beside };
}

async function rawHeight(file: File): Promise<number | null> {
  return (await import("./raw-headers-height.js")).rawHeadersHeight(file);
}

/** The text of a PEM file. A certificate in DER becomes PEM. @throws UnreadableFileError. */
export async function pemOf(file: File): Promise<string> {
  const bytes = await readBytes(file);
  if (inputTypeOf(bytes) !== "rfc3161") return new TextDecoder().decode(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
