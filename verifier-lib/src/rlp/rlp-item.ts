/** What RLP encodes: a byte string, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[];
