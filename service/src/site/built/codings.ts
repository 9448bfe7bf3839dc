/** Codings of built files: each text lies compressed beside itself. */
import accept from "@hapi/accept";

export type Coding = "br" | "gzip" | "identity";

/** What the build adds to the name of a file for each coding, best first. */
export const ENDINGS: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz", identity: "" };

/** The plain file, unless the client accepts an available coding. A malformed header counts as none. */
export function bestCoding(codings: readonly Coding[], accepted: string | string[] | undefined): Coding {
  if (accepted === undefined) return "identity";
  try {
    const best = accept.encoding(String(accepted), [...codings]);
    return codings.find((coding) => coding === best) ?? "identity";
  } catch {
    return "identity";
  }
}
