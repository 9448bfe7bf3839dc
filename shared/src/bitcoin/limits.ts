/** Limits of files. Apart from what reads them, which is not loaded only to know a limit. */
import type { JsonLimits } from "../encoding/json-reader.js";

/** Fits 52,416 lines of a height and 160 characters. */
export const HEADERS_JSON_LIMITS: JsonLimits = { maxBytes: 9_437_184, maxDepth: 8, maxMembers: 64 };
