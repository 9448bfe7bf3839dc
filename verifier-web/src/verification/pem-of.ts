import { readBytes } from "@svc-proof/ui/hashing";
import { inputTypeOf } from "@svc-proof/verifier-lib";

/** The text of a PEM file. A certificate in DER becomes PEM. @throws UnreadableFileError. */
export async function pemOf(file: File): Promise<string> {
  const bytes = await readBytes(file);
  if (inputTypeOf(bytes) !== "rfc3161") return new TextDecoder().decode(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
