import { shownBy } from "../outputs/is-more.js";
import { occupantOf, originalOf } from "../outputs/place.js";
import { damagedText } from "../outputs/save-evidence.js";
import { failedResult } from "../results/problem-of.js";
import { type FileResult, fileResult } from "../results/result.js";

/** What evidence on the disk shows, without asking the service. */
export async function storedResult(place: string): Promise<FileResult> {
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
    return fileResult(path, "present", {
      id: proof.proof_id,
      hash: proof.content.hash,
      output: place,
      ...shownBy(report),
    });
  } catch (error) {
    return fileResult(path, "unusable", { output: place, error: failedResult(error).error });
  }
}
