import { describe, expect, test } from "vitest";
import { encodeDer } from "../der/encode-der.js";
import { contextPrimitive, TAG } from "../der/tag.js";
import { name, oid, sequence } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { informationAccess } from "./information-access.js";

const OCSP = "1.3.6.1.5.5.7.48.1";
const CA_ISSUERS = "1.3.6.1.5.5.7.48.2";
const AUTHORITY_INFORMATION_ACCESS = "1.3.6.1.5.5.7.1.1";

const text = (tag: number, value: string) =>
  encodeDer(contextPrimitive(tag), new TextEncoder().encode(value));
const uri = (value: string) => text(6, value);
const access = (method: string, ...location: readonly Uint8Array[]) => sequence(oid(method), ...location);
const withValue = (value: Uint8Array, type = AUTHORITY_INFORMATION_ACCESS) =>
  informationAccess({ extensions: [{ oid: type, isCritical: false, value }] } as unknown as Certificate);

test("has the addresses of each method in order, and no other names", () => {
  const value = sequence(
    access(OCSP, uri("http://ocsp.example/1")),
    access(CA_ISSUERS, uri("http://ca.example/1")),
    access("1.3.6.1.5.5.7.48.3", uri("http://time.example")),
    access(OCSP, text(2, "dns.example")),
    access(CA_ISSUERS, text(1, "me@mail.example")),
    access(OCSP, uri("http://ocsp.example/2")),
    access(CA_ISSUERS, uri("ldap://ca.example/2")),
  );
  expect(withValue(value)).toEqual({
    ocsp: ["http://ocsp.example/1", "http://ocsp.example/2"],
    caIssuers: ["http://ca.example/1", "ldap://ca.example/2"],
  });
});

describe("there are no addresses", () => {
  const NONE = { ocsp: [], caIssuers: [] };
  const good = access(OCSP, uri("http://ocsp.example"));

  test("without the extension", () => {
    expect(withValue(sequence(good), "1.2.3")).toEqual(NONE);
    expect(informationAccess({ extensions: [] } as unknown as Certificate)).toEqual(NONE);
  });

  test.each<[string, Uint8Array]>([
    ["a set", encodeDer(TAG.set, good)],
    ["nothing", new Uint8Array()],
    ["trailing data", Uint8Array.of(...sequence(good), 0)],
    ["an address too much", sequence(good, access(OCSP, uri("http://a"), uri("http://b")))],
    ["no address", sequence(good, access(OCSP))],
    ["no method", sequence(good, sequence(uri("http://a")))],
    ["an address that is no general name", sequence(good, access(OCSP, name({})))],
  ])("in an extension that cannot be read: %s", (_, value) => {
    expect(withValue(value)).toEqual(NONE);
  });
});

test("an error that is not one of the format is not hidden", () => {
  expect(() => withValue(null as unknown as Uint8Array)).toThrow(TypeError);
});
