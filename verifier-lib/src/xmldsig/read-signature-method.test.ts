import { expect, test } from "vitest";
import { parseXml } from "../xml/parse-xml.js";
import { XMLDSIG } from "./error-code.js";
import { readSignatureMethod } from "./read-signature-method.js";
import { DIGEST_METHODS, MORE_2001, MORE_2007 } from "./signed-xml.testing.js";

function read(algorithm: string, content = "") {
  const text = `<SignatureMethod xmlns="${XMLDSIG}" xmlns:pss="${MORE_2007}" Algorithm="${algorithm}">${content}</SignatureMethod>`;
  try {
    return readSignatureMethod(parseXml(Buffer.from(text)).root);
  } catch (error) {
    return (error as { code: string }).code;
  }
}
const pss = (content: string, after = "") =>
  read(`${MORE_2007}rsa-pss`, `<pss:RSAPSSParams>${content}</pss:RSAPSSParams>${after}`);
const digestMethod = (algorithm: string) => `<DigestMethod Algorithm="${algorithm}"/>`;
const mgf1 = (content = "") =>
  `<pss:MaskGenerationFunction Algorithm="${MORE_2007}MGF1">${content}</pss:MaskGenerationFunction>`;
const salt = (text: string) => pss(`<pss:SaltLength>${text}</pss:SaltLength>`);
const trailer = (text: string) => pss(`<pss:TrailerField>${text}</pss:TrailerField>`);
const scheme = (hash: string, saltLengthBytes: number) => ({ kind: "rsa-pss", hash, saltLengthBytes });

test.each([
  [`${XMLDSIG}rsa-sha1`],
  [`${XMLDSIG}dsa-sha1`],
  [`${MORE_2001}ecdsa-sha1`],
  [`${MORE_2001}rsa-md5`],
  [`${MORE_2007}sha1-rsa-MGF1`],
])("%s is broken, not unknown", (algorithm) => {
  expect(read(algorithm)).toBe("xml_signature_hash_too_weak");
});

test.each(["256", "384", "512"])("with SHA-%s there are RSA, RSA-PSS and ECDSA", (bits) => {
  const hash = `SHA-${bits}`;
  expect(read(`${MORE_2001}rsa-sha${bits}`)).toEqual({ kind: "rsa-pkcs1", hash });
  expect(read(`${MORE_2001}ecdsa-sha${bits}`)).toEqual({ kind: "ecdsa", hash });
  expect(read(`${MORE_2007}sha${bits}-rsa-MGF1`)).toEqual(scheme(hash, Number(bits) / 8));
  const method = DIGEST_METHODS[hash as keyof typeof DIGEST_METHODS];
  expect(pss(digestMethod(method))).toEqual(scheme(hash, Number(bits) / 8));
});

test("an algorithm of Object's prototype is unknown", () => {
  expect(read("constructor")).toBe("xml_signature_algorithm_unsupported");
});

test("the salt is as long as the hash, unless its length is given", () => {
  expect(read(`${MORE_2007}sha384-rsa-MGF1`)).toEqual(scheme("SHA-384", 48));
  expect(read(`${MORE_2007}rsa-pss`)).toEqual(scheme("SHA-256", 32));
  expect(pss("")).toEqual(scheme("SHA-256", 32));
  expect(pss(digestMethod(DIGEST_METHODS["SHA-512"]))).toEqual(scheme("SHA-512", 64));
  expect(salt("0")).toEqual(scheme("SHA-256", 0));
  expect(salt(" 20\n")).toEqual(scheme("SHA-256", 20));
  expect(salt("999")).toEqual(scheme("SHA-256", 999));
});

test.each(["1000", "", "-1", "1 2", "x1", "1x", "<pss:a/>"])("a salt of length %j is refused", (text) => {
  expect(salt(text)).toBe("xml_signature_algorithm_mismatch");
});

test("only the trailer field 1 exists", () => {
  expect(trailer(" 1\n")).toEqual(scheme("SHA-256", 32));
  expect(trailer("188")).toBe("xml_signature_algorithm_mismatch");
  expect(trailer("<pss:a/>")).toBe("xml_signature_algorithm_mismatch");
});

test("the mask is MGF1 with the hash of the signature", () => {
  expect(pss(mgf1())).toEqual(scheme("SHA-256", 32));
  expect(pss(mgf1(digestMethod(DIGEST_METHODS["SHA-256"])))).toEqual(scheme("SHA-256", 32));
  expect(pss(mgf1(digestMethod(DIGEST_METHODS["SHA-384"])))).toBe("xml_signature_algorithm_unsupported");
  expect(pss(mgf1(digestMethod(DIGEST_METHODS["SHA-1"])))).toBe("xml_signature_hash_too_weak");
  expect(pss(digestMethod(DIGEST_METHODS["SHA-1"]))).toBe("xml_signature_hash_too_weak");
  expect(pss(digestMethod("urn:x"))).toBe("xml_signature_algorithm_unsupported");
});

test.each([
  ["a method", read(`${MORE_2001}rsa-sha256`, "<a/>")],
  ["RSA-PSS", pss("", "<a/>")],
  ["the parameters", pss("<a/>")],
  ["the mask", pss(mgf1("<a/>"))],
])("%s takes no other content", (_name, result) => {
  expect(result).toBe("xml_signature_malformed");
});
