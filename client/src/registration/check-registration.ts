import type { components } from "../wire/schema.js";
import type { Registration } from "./registration.js";

const HASH = /^[0-9a-f]{64}$/;

/**
 * The request's body. The service judges everything else; a wrong fingerprint is a mistake of the caller.
 *
 * @throws TypeError if `hash` is not 64 lower-case hexadecimal characters.
 */
export function registrationBody(registration: Registration): components["schemas"]["Registration"] {
  const { hash, name, metadata, size, mimeType, qualified } = registration;
  if (typeof hash !== "string" || !HASH.test(hash)) {
    throw new TypeError(`"hash" expected 64 lower-case hexadecimal characters, got ${JSON.stringify(hash)}`);
  }
  return {
    hash,
    ...(name !== undefined && { name }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(size !== undefined && { size }),
    ...(mimeType !== undefined && { mime_type: mimeType }),
    ...(qualified !== undefined && { qualified }),
  };
}
