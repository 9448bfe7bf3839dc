import type { VerifyOptions } from "@svc-proof/verifier-lib";

/** The name of a file for its report. A document that was pasted has none. */
export function named({ name }: File): Pick<VerifyOptions, "inputName"> {
  return name === "" ? {} : { inputName: name };
}
