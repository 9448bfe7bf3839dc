import { generateKeyPairSync, type JsonWebKey, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isUsableKey, openableSiteUrl, relyingParty } from "./passkeys.js";

describe("passkey key", () => {
  const bytes = (text: string | undefined) => Buffer.from(text!, "base64url");
  const jwk = (pair: { readonly publicKey: { export(as: { format: "jwk" }): JsonWebKey } }) =>
    pair.publicKey.export({ format: "jwk" });
  const p256 = jwk(generateKeyPairSync("ec", { namedCurve: "P-256" }));
  const rsa = (bits: number) => jwk(generateKeyPairSync("rsa", { modulusLength: bits }));
  const key = (...items: readonly (readonly [number, unknown])[]) => new Map<number, unknown>(items);
  const ec = (x: Uint8Array, y: Uint8Array, algorithm = -7) =>
    key([1, 2], [3, algorithm], [-1, 1], [-2, x], [-3, y]);
  const rsaKey = (n: Uint8Array, e: Uint8Array = Uint8Array.of(1, 0, 1)) =>
    key([1, 3], [3, -257], [-1, n], [-2, e]);
  const ed = (x: Uint8Array) => key([1, 1], [3, -8], [-1, 6], [-2, x]);
  const [x, y] = [bytes(p256.x), bytes(p256.y)];
  const modulus = bytes(rsa(2_048).n);
  const even = Uint8Array.from(modulus, (byte, i) => (i === modulus.length - 1 ? byte & 0xfe : byte));

  it.each([
    ["P-256", ec(x, y)],
    ["RSA of 2,048 bits", rsaKey(modulus)],
    ["RSA of 4,096 bits with exponent 3", rsaKey(bytes(rsa(4_096).n), Uint8Array.of(3))],
  ])("takes %s", (_, cose) => expect(isUsableKey(cose)).toBe(true));

  it("takes every key of Ed25519", () => {
    for (let i = 0; i < 50; i++)
      expect(isUsableKey(ed(bytes(jwk(generateKeyPairSync("ed25519")).x)))).toBe(true);
  });

  it.each([
    ["nothing", null],
    ["an algorithm alone", key([3, -7])],
    [
      "a point off the curve",
      ec(
        x,
        Uint8Array.from(y, (byte) => byte ^ 1),
      ),
    ],
    ["the point 0, 0", ec(new Uint8Array(32), new Uint8Array(32))],
    ["a short coordinate", ec(x.subarray(1), y)],
    ["EC under RSA's number", ec(x, y, -257)],
    ["RSA under EC's number", key([1, 3], [3, -7], [-1, modulus], [-2, Uint8Array.of(1, 0, 1)])],
    ["another curve", key([1, 2], [3, -7], [-1, 2], [-2, x], [-3, y])],
    ["a modulus of 1", rsaKey(Uint8Array.of(1))],
    ["RSA of 1,024 bits", rsaKey(bytes(rsa(1_024).n))],
    ["RSA of 16,384 bits", rsaKey(randomBytes(2_048).fill(0xff))],
    ["an even modulus", rsaKey(even)],
    ["an exponent of 1", rsaKey(modulus, Uint8Array.of(1))],
    ["an even exponent", rsaKey(modulus, Uint8Array.of(1, 0, 0))],
    ["coordinates that are texts", key([1, 2], [3, -7], [-1, 1], [-2, p256.x], [-3, p256.y])],
    ["no point of Ed25519 (y = 2)", ed(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 2 : 0)))],
    ["a y beyond the field", ed(new Uint8Array(32).fill(0xff))],
    ["ML-DSA, which Node 20 lacks", key([1, 7], [3, -48], [-1, randomBytes(1_312)])],
  ])("refuses %s", (_, cose) => expect(isUsableKey(cose)).toBe(false));
});

describe("relying party", () => {
  it("binds passkeys to the host of the site", () => {
    expect(relyingParty("https://proofs.example/below")).toEqual({
      id: "proofs.example",
      origins: ["https://proofs.example"],
    });
    expect(relyingParty("https://proofs.example:8443")?.origins).toEqual(["https://proofs.example:8443"]);
  });

  it("takes a service on this machine for localhost", () => {
    for (const site of ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"]) {
      expect(relyingParty(site)).toEqual({ id: "localhost", origins: ["http://localhost:8080"] });
      expect(openableSiteUrl(site)).toBe("http://localhost:8080");
    }
    expect(openableSiteUrl("https://proofs.example/below")).toBe("https://proofs.example/below");
  });

  it("has none where browsers offer no passkeys", () => {
    expect(relyingParty("http://proofs.example")).toBeNull();
    expect(relyingParty("https://192.0.2.1")).toBeNull();
    expect(relyingParty("https://[2001:db8::1]")).toBeNull();
  });
});
