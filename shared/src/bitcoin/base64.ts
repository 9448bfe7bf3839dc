/** Decodes base64 that this package wrote itself. `atob` exists in browsers and in Node. */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
