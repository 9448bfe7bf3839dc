import type { Notice } from "@svc-proof/verifier-lib";

/** What a notice is about: the network, the source, the parts. */
export function subjectOf({ evidence }: Notice): string | null {
  const { parts, type, as_of, network, source, code } = evidence;
  if (Array.isArray(parts)) return parts.join(", ");
  const of = type ?? as_of ?? network ?? source ?? code;
  return of === undefined || of === null ? null : String(of);
}
