import { fileIdentity, hashUnchanged } from "../hashing/hash-unchanged.js";
import { shownBy } from "../outputs/is-more.js";
import { occupantOf, originalOf } from "../outputs/place.js";
import { damagedText } from "../outputs/save-evidence.js";
import { failedResult } from "../results/problem-of.js";
import { type FileResult, fileResult } from "../results/result.js";

/** What evidence on the disk shows, without asking the service. `changed` if the file beside it is not the one that it is about. */
export async function storedResult(place: string, signal: AbortSignal): Promise<FileResult> {
  const path = originalOf(place);
  try {
    const occupant = await occupantOf(place);
    if (occupant.kind !== "evidence") {
      const message =
        occupant.kind === "damaged"
          ? `${damagedText(place, occupant)}: move it away and stamp the file again, which gives the same proof`
          : `${place} is no longer evidence`;
      return fileResult(path, "failed", { output: place, error: { code: "output_damaged", message } });
    }
    const { proof, report } = occupant;
    const { hash } = proof.content;
    const stored = fileResult(path, "present", {
      id: proof.proof_id,
      hash,
      output: place,
      ...shownBy(report),
    });
    if (fileIdentity(path) === null) return stored;
    const beside = await hashUnchanged(path, { followsLink: true, signal });
    if (beside.hash === hash) return stored;
    const message = `${place} is evidence of another content; the SHA-256 of the file is ${beside.hash}, not ${hash}`;
    return { ...stored, outcome: "changed", error: { code: "changed_since", message } };
  } catch (error) {
    signal.throwIfAborted();
    return fileResult(path, "unusable", { output: place, error: failedResult(error).error });
  }
}
