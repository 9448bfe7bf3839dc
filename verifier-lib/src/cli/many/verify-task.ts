/** Verifies one piece of evidence of a folder. */
import type { FoundEvidence } from "../../evidence/found-evidence.js";
import { withBeside } from "../../evidence/with-beside.js";
import type { Report } from "../../index.js";
import type { Arguments } from "../arguments.js";
import type { Given } from "../given-files.js";
import { type Asked, verifyPath } from "../verify-path.js";
import type { EvidenceTask } from "./arrange-files.js";

/** @param found everything in the folders that may prove something. */
export async function verifyTask(
  { path, original, beside }: EvidenceTask,
  args: Arguments,
  given: Given,
  asked: Asked,
  found: FoundEvidence,
): Promise<{ readonly report: Report; readonly problem: string | null }> {
  const { report, problem } = await verifyPath(path, {
    args,
    given: { ...given, found },
    asked,
    names: {
      headers: args.headers.map((header) => header.path),
      certificates: args.certificates,
      trust: args.trust,
      crl: args.crls,
      ocsp_response: args.ocspResponses,
      original: original === null ? [] : [original.path],
    },
    isOriginalHashed: original !== null,
    contentHash: async () => original?.hash ?? null,
  });
  const named = beside.map((file) => ({ name: file.path, kind: file.kind }));
  return { report: withBeside(report, named), problem };
}
