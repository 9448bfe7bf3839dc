/** The bytes that a base64 text of our own spells; `atob` is in browsers and Node alike. */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
