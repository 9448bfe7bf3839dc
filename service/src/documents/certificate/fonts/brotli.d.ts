/** `brotli` brings no types. */
declare module "brotli/decompress.js" {
  /** @throws Error when `packed` is not a stream of RFC 7932. */
  export default function decompress(packed: Uint8Array): Uint8Array;
}
