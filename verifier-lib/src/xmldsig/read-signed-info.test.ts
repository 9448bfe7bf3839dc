import { expect, test } from "vitest";
import { digestOf } from "../rfc3161/hash-algorithm.js";
import { parseXml } from "../xml/parse-xml.js";
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, INCLUSIVE_C14N, XMLDSIG } from "./error-code.js";
import { readSignedInfo } from "./read-signed-info.js";
import { DIGEST_METHODS, MORE_2001 } from "./signed-xml.testing.js";

const prefixList = (list: string) =>
  `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="${list}"/>`;
const transform = (algorithm: string, content = "") =>
  `<Transform Algorithm="${algorithm}">${content}</Transform>`;

interface Content {
  readonly canonicalization?: string;
  readonly transforms?: string;
  readonly digestMethod?: string;
  readonly digestValue?: string;
  /** A child of `Reference` after the others. */
  readonly extra?: string;
  /** Of the references. */
  readonly count?: number;
}

function read({
  canonicalization = transform(INCLUSIVE_C14N),
  transforms = "",
  digestMethod = DIGEST_METHODS["SHA-256"],
  digestValue = `${"A".repeat(43)}=`,
  extra = "",
  count = 1,
}: Content) {
  const method = canonicalization.replaceAll("Transform", "CanonicalizationMethod");
  const reference = `<Reference URI="">${transforms}<DigestMethod Algorithm="${digestMethod}"/><DigestValue>${digestValue}</DigestValue>${extra}</Reference>`;
  const text = `<SignedInfo xmlns="${XMLDSIG}">${method}<SignatureMethod Algorithm="${MORE_2001}rsa-sha256"/>${reference.repeat(count)}</SignedInfo>`;
  try {
    const { canonicalization: method, references } = readSignedInfo(parseXml(Buffer.from(text)).root);
    return { method, reference: references[0]! };
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const methodOf = (canonicalization: string) => {
  const result = read({ canonicalization });
  return typeof result === "string" ? result : result.method;
};
const exclusive = (...inclusivePrefixes: readonly string[]) => ({ isExclusive: true, inclusivePrefixes });

test("a list of prefixes has tokens with white space of any kind between and around them", () => {
  expect(methodOf(transform(EXCLUSIVE_C14N))).toEqual(exclusive());
  expect(methodOf(transform(EXCLUSIVE_C14N, prefixList("")))).toEqual(exclusive());
  const list = "  a &#9;b&#13;c&#10;#default #d ";
  expect(methodOf(transform(EXCLUSIVE_C14N, prefixList(list)))).toEqual(exclusive("a", "b", "c", "", "#d"));
});

test("a list has at most 128 prefixes", () => {
  const listed = (count: number) =>
    methodOf(
      transform(EXCLUSIVE_C14N, prefixList(Array.from({ length: count }, (_, i) => `p${i}`).join(" "))),
    );
  expect(listed(128)).toMatchObject({ isExclusive: true });
  expect(listed(129)).toBe("xml_signature_malformed");
});

test.each([
  [
    "a list without PrefixList",
    transform(EXCLUSIVE_C14N, `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}"/>`),
  ],
  ["a second list", transform(EXCLUSIVE_C14N, prefixList("a") + prefixList("b"))],
  ["an element of another name", transform(EXCLUSIVE_C14N, "<InclusiveNamespaces PrefixList=''/>")],
  ["a list for the inclusive method", transform(INCLUSIVE_C14N, prefixList("a"))],
  ["no algorithm", "<Transform/>"],
])("a canonicalisation with %s is malformed", (_name, element) => {
  expect(methodOf(element)).toBe("xml_signature_malformed");
});

test("a reference without a canonicalisation uses canonical XML", () => {
  const inclusive = { isExclusive: false, inclusivePrefixes: [] };
  expect(read({})).toMatchObject({ reference: { isEnveloped: false, canonicalization: inclusive } });
  const transforms = `<Transforms>${transform(ENVELOPED_SIGNATURE)}</Transforms>`;
  expect(read({ transforms })).toMatchObject({
    reference: { isEnveloped: true, canonicalization: inclusive, type: null, uri: "" },
  });
});

test("a reference and its list of transforms have nothing else", () => {
  expect(read({ extra: "<Extra/>" })).toBe("xml_signature_malformed");
  const transforms = `<Transforms>${transform(INCLUSIVE_C14N)}<Extra/></Transforms>`;
  expect(read({ transforms })).toBe("xml_signature_malformed");
});

test("there are at most three references", () => {
  expect(read({ count: 3 })).toMatchObject({ reference: { uri: "" } });
  expect(read({ count: 4 })).toBe("xml_signature_reference");
});

test.each(["SHA-256", "SHA-384", "SHA-512"] as const)("a digest may be one of %s", (hash) => {
  const data = new TextEncoder().encode("abc");
  const expected = digestOf(hash, data);
  const digestValue = Buffer.from(expected).toString("base64");
  const result = read({ digestMethod: DIGEST_METHODS[hash], digestValue });
  if (typeof result === "string") throw new Error(result);
  const { digest } = result.reference;
  expect(digest.value).toEqual(expected);
  expect(digest.create().update(data).digest()).toEqual(expected);
  const short = Buffer.from(expected.subarray(1)).toString("base64");
  expect(read({ digestMethod: DIGEST_METHODS[hash], digestValue: short })).toBe("xml_signature_malformed");
});

test("a digest with a broken hash is refused for that, one with an unknown hash for this", () => {
  expect(read({ digestMethod: DIGEST_METHODS["SHA-1"] })).toBe("xml_signature_hash_too_weak");
  const md5 = `${MORE_2001}md5`;
  expect(read({ digestMethod: md5 })).toBe("xml_signature_hash_too_weak");
  expect(read({ digestMethod: `${MORE_2001}sha224` })).toBe("xml_signature_algorithm_unsupported");
});
