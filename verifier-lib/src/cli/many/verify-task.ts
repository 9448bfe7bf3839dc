/** Verifies one piece of evidence of a folder. */
import { INPUT_LIMITS, type Report } from "../../index.js";
import type { Arguments } from "../arguments.js";
import type { Given } from "../given-files.js";
import { reasonOf } from "../messages.js";
import { readBounded } from "../read-bounded.js";
import { type Asked, unreadable, verifyPath } from "../verify-path.js";
import type { EvidenceTask } from "./arrange-files.js";

/** A file beside the evidence that is gone by now leaves it unverified: less evidence could pass for all of it. */
export async function verifyTask(
  task: EvidenceTask,
  args: Arguments,
  given: Given,
  asked: Asked,
): Promise<{ readonly report: Report; readonly problem: string | null }> {
  const { path, original, seal } = task;
  let beside: Given;
  try {
    beside = await readBeside(task, given);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return unreadable(path, `a file that belongs to it: ${reasonOf(error)}`);
  }
  const names = {
    timestamp: task.timestamps,
    seal_timestamp: task.sealTimestamps,
    witness: task.witnesses,
    witness_timestamp: task.witnessTimestamps,
    headers: [...args.headers.map((header) => header.path), ...task.headers],
    certificates: [...args.certificates, ...task.certificates],
    trust: args.trust,
    crl: args.crls,
    ocsp_response: args.ocspResponses,
    seal: seal === null ? [] : [seal],
    original: original === null ? [] : [original.path],
  };
  return verifyPath(path, {
    args,
    given: beside,
    asked,
    names,
    isOriginalHashed: original !== null,
    contentHash: async () => original?.hash ?? null,
  });
}

/** @throws the error of the file system. */
async function readBeside(task: EvidenceTask, given: Given): Promise<Given> {
  const read = (paths: readonly string[], maxBytes: number) =>
    Promise.all(paths.map((one) => readBounded(one, maxBytes)));
  return {
    ...given,
    timestamps: await read(task.timestamps, INPUT_LIMITS.opentimestamps),
    sealTimestamps: await read(task.sealTimestamps, INPUT_LIMITS.opentimestamps),
    witnesses: await read(task.witnesses, INPUT_LIMITS["evm-witness"]),
    witnessTimestamps: await read(task.witnessTimestamps, INPUT_LIMITS.opentimestamps),
    headers: [...(given.headers ?? []), ...(await read(task.headers, INPUT_LIMITS.headers))],
    certificates: [...(given.certificates ?? []), ...(await readPem(task.certificates))],
    ...(task.seal !== null && { seal: await readBounded(task.seal, INPUT_LIMITS.rfc3161) }),
  };
}

async function readPem(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map((path) => readBounded(path, INPUT_LIMITS.certificates)));
  return files.map((bytes) => Buffer.from(bytes).toString("latin1"));
}
