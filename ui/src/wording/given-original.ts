import type { Report } from "@svc-proof/verifier-lib";

/** The original of a report: a file that was given, or one in the package. */
export interface GivenOriginal {
  /** Hostile text. */
  readonly name: string;
  readonly isPacked: boolean;
}

/** Null if neither was given. */
export function givenOriginal(
  files: readonly { readonly name: string; readonly role: string }[],
  { inputs }: Report,
): GivenOriginal | null {
  const given = files.find(({ role }) => role === "original");
  if (given !== undefined) return { name: given.name, isPacked: false };
  const packed = inputs.find(({ kind, origin }) => kind === "original" && origin === "package");
  return packed === undefined ? null : { name: lastPart(packed.name ?? ""), isPacked: true };
}

/** Without the folder in the package. */
function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
