import fc from "fast-check";
import { expect, it } from "vitest";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "./rows.js";

it("keeps a UUID in 16 bytes", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const bytes = ownUuidToBytes(uuid);
      expect(bytes).toHaveLength(16);
      expect(hexToUuid(Buffer.from(bytes).toString("hex"))).toBe(uuid);
    }),
  );
});

it.each(["", "x", "7F1D0F1E-5A3C-4C55-9D0E-3A7A0A1B2C3D", "7f1d0f1e5a3c4c559d0e3a7a0a1b2c3d"])(
  "finds no UUID in %j",
  (text) => {
    expect(uuidToBytes(text)).toBeNull();
    expect(() => ownUuidToBytes(text)).toThrow(RangeError);
  },
);
