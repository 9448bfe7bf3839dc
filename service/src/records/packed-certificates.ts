/** Certificates of a chain in one value, as both stores keep them: the length of each in 4 bytes, big-endian, then its DER. */

const LENGTH_BYTES = 4;

export function packCertificates(certificates: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    certificates.flatMap((der) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(der.length);
      return [length, der];
    }),
  );
}

export function unpackCertificates(packed: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const certificates: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    certificates.push(Uint8Array.from(bytes.subarray(at + LENGTH_BYTES, end)));
    at = end;
  }
  return certificates;
}
