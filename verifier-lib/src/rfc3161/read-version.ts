import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, readSmallInteger } from "../der/index.js";
import type { Rfc3161ErrorCode } from "./error-code.js";

/** The version of a request or a `TSTInfo`, of which there is one. @throws FormatError (`tsp_version`). */
export function readVersion(element: DerElement): void {
  const version = readSmallInteger(element);
  if (version === 1) return;
  const code: Rfc3161ErrorCode = "tsp_version";
  throw new FormatError(code, `expected version 1, got ${version}`, element.offset);
}
