import { describe, expect, test } from "vitest";
import { parseDer } from "../asn1/der.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { name } from "../x509/authority.testing.js";
import type { Certificate, GeneralName } from "../x509/certificate.js";
import { readName } from "../x509/names.js";
import { checkTsaName } from "./check-token.js";

const directory = (text: string): GeneralName => ({
  kind: "directory",
  value: readName(parseDer(name({ CN: text }), CERTIFICATE_LIMITS)),
});
const ip = (...bytes: number[]): GeneralName => ({ kind: "ip", value: Uint8Array.from(bytes) });
const other = (tag: number, ...bytes: number[]): GeneralName => ({
  kind: "other",
  tag,
  der: Uint8Array.from([tag, bytes.length, ...bytes]),
});

const SUBJECT = directory("TSA") as GeneralName & { kind: "directory" };
const named = (tsa: GeneralName, ...subjectAltNames: GeneralName[]) =>
  checkTsaName(tsa, { subject: SUBJECT.value, subjectAltNames } as unknown as Certificate);

describe("the authority that a token names", () => {
  test.each<[string, GeneralName, GeneralName]>([
    ["its subject in another case", directory("tsa"), ip(1, 2, 3, 4)],
    ["a further directory name", directory("Second"), directory("second")],
    ["an IP address", ip(192, 0, 2, 1), ip(192, 0, 2, 1)],
    ["a host", { kind: "dns", value: "TSA.example" }, { kind: "dns", value: "tsa.EXAMPLE" }],
    ["a mailbox", { kind: "email", value: "a@tsa.example" }, { kind: "email", value: "A@tsa.example" }],
    ["a URI", { kind: "uri", value: "http://tsa.example" }, { kind: "uri", value: "HTTP://tsa.example" }],
    ["a name of an unsupported kind", other(0x88, 1, 2), other(0x88, 1, 2)],
  ])("is the signer by %s", (_, tsa, has) => {
    expect(named(tsa, has)).toBeNull();
    expect(named(tsa, ip(9, 9, 9, 9), has), "not the first").toBeNull();
  });

  test.each<[string, GeneralName, GeneralName]>([
    ["another subject", directory("Other"), directory("Third")],
    ["another address", ip(192, 0, 2, 1), ip(192, 0, 2, 2)],
    ["a longer address", ip(192, 0, 2, 1), ip(192, 0, 2, 1, 0)],
    ["another host", { kind: "dns", value: "a.example" }, { kind: "dns", value: "b.example" }],
    ["a host that is a mailbox there", { kind: "dns", value: "a@b" }, { kind: "email", value: "a@b" }],
    ["a mailbox that is a URI there", { kind: "email", value: "a:b" }, { kind: "uri", value: "a:b" }],
    ["a URI that is a host there", { kind: "uri", value: "a" }, { kind: "dns", value: "a" }],
    ["another name of an unsupported kind", other(0x88, 1, 2), other(0x88, 1, 3)],
    ["a name of another unsupported kind", other(0x88, 1, 2), other(0xa0, 1, 2)],
    ["an address where the signer has a host", ip(97), { kind: "dns", value: "a" }],
    ["an address where the signer has an unsupported kind", ip(0x88, 0), other(0x88)],
    ["a directory name where the signer has a host", directory("a"), { kind: "dns", value: "a" }],
    ["a host where the signer has an address", { kind: "dns", value: "a" }, ip(97)],
  ])("is another authority by %s", (_, tsa, has) => {
    expect(named(tsa, has)).toMatchObject({ code: "tsa_name_mismatch" });
    expect(named(has, tsa), "the other way round").toMatchObject({ code: "tsa_name_mismatch" });
  });

  test("is the signer if it names nobody", () => {
    expect(checkTsaName(null, {} as Certificate)).toBeNull();
  });
});
