/** Verifies one piece of evidence of a folder. */
import type { FoundEvidence } from "../../evidence/found-evidence.js";
import { faultOf, statesSomething, withBeside } from "../../evidence/with-beside.js";
import type { CheckCode, Report } from "../../index.js";
import type { Arguments } from "../arguments.js";
import type { Given } from "../given-files.js";
import { type Asked, verifyPath } from "../verify-path.js";
import type { EvidenceTask } from "./arrange-files.js";

/**
 * @param found everything in the folders that may prove something.
 * @returns `beside`: paths of what belongs to it and does not fail by itself.
 */
export async function verifyTask(
  { path, original, beside }: EvidenceTask,
  args: Arguments,
  given: Given,
  asked: Asked,
  found: FoundEvidence,
): Promise<{ readonly report: Report; readonly problem: string | null; readonly beside: readonly string[] }> {
  const verifyOne = (file: string, compared: EvidenceTask["original"]) =>
    verifyPath(file, {
      args,
      given: { ...given, found },
      asked,
      names: {
        headers: args.headers.map((header) => header.path),
        certificates: args.certificates,
        trust: args.trust,
        crl: args.crls,
        ocsp_response: args.ocspResponses,
        original: compared === null ? [] : [compared.path],
      },
      isOriginalHashed: compared !== null,
      contentHash: async () => compared?.hash ?? null,
    });
  const { report, problem } = await verifyOne(path, original);
  const faults = new Map<string, CheckCode | null>();
  for (const file of beside.filter(statesSomething)) {
    faults.set(file.path, faultOf((await verifyOne(file.path, null)).report));
  }
  const named = beside.map((file) => ({
    name: file.path,
    kind: file.kind,
    fault: faults.get(file.path) ?? null,
  }));
  return {
    report: withBeside(report, named),
    problem,
    beside: named.flatMap(({ name, fault }) => (fault === null ? [name] : [])),
  };
}
