import { create } from "content-disposition";

/** Longer names are refused by file systems that count bytes, which clients of the fallback may have. */
const MAX_FALLBACK_LENGTH = 150;
const MAX_ENDING_LENGTH = 20;

/**
 * `Content-Disposition` of a file with any name. Who does not read `filename*` (RFC 6266) gets a name of ASCII characters that
 * file systems take, with the ending of the true one.
 */
export function attachmentNamed(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|[?*:|"<>/\\]|%(?=[0-9a-f]{2})/giu, "_");
  if (ascii.length <= MAX_FALLBACK_LENGTH) return create(name, { fallback: ascii });
  const dot = ascii.lastIndexOf(".");
  const ending = dot > 0 && ascii.length - dot <= MAX_ENDING_LENGTH ? ascii.slice(dot) : "";
  return create(name, { fallback: ascii.slice(0, MAX_FALLBACK_LENGTH - ending.length) + ending });
}
