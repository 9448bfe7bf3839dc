import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { around, codeOf, errorOf, inBer, integer, NULL, plain, set, spentBy } from "../asn1/der.testing.js";
import { Work } from "../work/work.js";
import { issueAuthority, oid, sequence } from "./authority.testing.js";
import {
  parseIssuerCertificates,
  parsePemCertificates,
  parsePemCertificatesPausing,
  readPemBundle,
  readPemBundlePausing,
} from "./pem.js";

const { certificate: first } = await issueAuthority("First");
const { certificate: second } = await issueAuthority("Second");
const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");
const block = (content: string) => `-----BEGIN CERTIFICATE-----${content}-----END CERTIFICATE-----`;
const pem = (der: Uint8Array) => block(`\n${base64(der)}\n`);
const [one, two] = [pem(first.der), pem(second.der)];
/** Well-formed base64 of what is no certificate. */
const NONE = block("MAA=");

describe("the certificates of a text", () => {
  test("are all of them, whatever is between, and whatever white space is inside", () => {
    const spaced = block(` \t\r\n\v\f${base64(second.der).replace(/.{5}/g, "$& \r\n")}\n`);
    expect(parsePemCertificates(`a${one}b${spaced}c`)).toEqual([first, second]);
    expect(parsePemCertificates(one + two)).toEqual([first, second]);
    expect(parsePemCertificates(block(base64(first.der)))).toEqual([first]);
  });

  test.each<[string, string, number]>([
    ["another kind of block", `ab${one.replaceAll("CERTIFICATE", "X509 CRL")}`, 2],
    ["another kind after a certificate", `${one}-----BEGIN KEY-----`, one.length],
    ["no end", one.slice(0, -1), one.length - 1],
    ["an end of another kind", one.replace("END CERTIFICATE", "END KEY"), one.length - 8],
    ["nothing inside", `a${block("\n")}`, 1],
    ["a character that is not base64", `a${block("MA-=")}`, 1],
    ["a sign before the end", `a${block("M=A=")}`, 1],
    ["a character before base64", `a${block("*MAA")}`, 1],
    ["three signs", `a${block("M===")}`, 1],
    ["base64 that is cut off", `a${block("MAA")}`, 1],
    ["another space", `a${block("MA\u00a0A")}`, 1],
  ])("are refused with %s", (_, text, offset) => {
    for (const read of [parsePemCertificates, readPemBundle]) {
      expect(errorOf(() => read(text))).toBe(`pem_malformed at ${offset}`);
    }
  });

  test.each(["abc", "", "-----BEGIN"])("are none in %j", (text) => {
    expect(errorOf(() => parsePemCertificates(text))).toBe(`pem_no_certificate at ${text.length}`);
  });

  test("may have 4,194,304 characters, and no more", () => {
    const longest = one + " ".repeat(4_194_304 - one.length);
    expect(parsePemCertificates(longest)).toHaveLength(1);
    expect(errorOf(() => parsePemCertificates(`${longest} `))).toBe("pem_too_large at 4194304");
  });

  test("are at most 1,024, and the next one is refused unread", () => {
    const many = one + NONE.repeat(1023);
    expect(readPemBundle(many).unreadable).toHaveLength(1023);
    expect(errorOf(() => readPemBundle(many + NONE))).toBe(`pem_too_large at ${many.length}`);
  });

  test("cost one unit for 24 characters besides reading them", async () => {
    const spent = (text: string) => spentBy((work) => parsePemCertificates(text, { work }));
    expect((await spent(one + " ".repeat(2400))) - (await spent(one))).toBe(100);
  });
});

describe("a bundle", () => {
  test("leaves out certificates that cannot be read, and says which and why", () => {
    expect(readPemBundle(NONE + one + block("MIAA") + two + block("MA*A"))).toEqual({
      certificates: [first, second],
      unreadable: [
        { number: 1, code: "der_unexpected" },
        { number: 3, code: "der_length_indefinite" },
        { number: 5, code: "pem_malformed" },
      ],
    });
    expect(readPemBundle(one)).toEqual({ certificates: [first], unreadable: [] });
    // What is inside a block begins no other.
    expect(readPemBundle(block("-----BEGIN A") + one)).toEqual({
      certificates: [first],
      unreadable: [{ number: 1, code: "pem_malformed" }],
    });
  });

  test("of which none can be read is refused with the first error", () => {
    expect(errorOf(() => readPemBundle(`a${NONE}${block("MIAA")}`))).toBe("der_unexpected at 0");
    expect(errorOf(() => readPemBundle(`a${block("M*AA")}${NONE}`))).toBe("pem_malformed at 1");
  });

  test("is not read to the end if the budget is used up", () => {
    const work = new WorkBudget(500);
    expect(codeOf(() => readPemBundle(one.repeat(9), { work }))).toBe("work_limit_exceeded");
    expect(readPemBundle(one.repeat(9)).certificates).toHaveLength(9);
  });

  test("is the same if read with pauses, one before each certificate", async () => {
    class Counting extends Work {
      pauses = 0;
      override async pause() {
        this.pauses++;
      }
    }
    const work = new Counting();
    expect(await readPemBundlePausing(NONE + one + two, { work })).toEqual({
      certificates: [first, second],
      unreadable: [{ number: 1, code: "der_unexpected" }],
    });
    expect(work.pauses).toBe(4);
    expect(work.left).toBeLessThan(new Work().left);
    const again = new Counting();
    expect(await parsePemCertificatesPausing(one + two, { work: again })).toEqual([first, second]);
    expect(again.pauses).toBe(3);
    expect(again.left).toBeLessThan(new Work().left);
  });
});

describe("what the address of an issuer answers", () => {
  const SIGNED_DATA = "1.2.840.113549.1.7.2";
  const version = integer(1);
  const [algorithms, content, signers] = [set(), sequence(oid("1.2.840.113549.1.7.1")), set()];
  const message = (...parts: readonly Uint8Array[]) =>
    sequence(oid(SIGNED_DATA), around(0, sequence(...parts)));
  const holding = (...certificates: readonly Uint8Array[]) =>
    message(version, algorithms, content, around(0, ...certificates), signers);
  const text = (value: string) => new TextEncoder().encode(value);
  const read = parseIssuerCertificates;

  test("is a certificate, a message with several, or PEM", () => {
    expect(read(first.der)).toEqual([first]);
    expect(read(holding(first.der, second.der))).toEqual([first, second]);
    expect(read(inBer(holding(first.der, second.der), [first.der, second.der]))).toEqual([first, second]);
    expect(codeOf(() => read(inBer(first.der)))).toBe("der_length_indefinite");
    expect(read(text(one + two))).toEqual([first, second]);
    expect(read(message(version, algorithms, content, signers))).toEqual([]);
    // A primitive value of the tag [0] holds none, and other kinds of certificates are left out.
    expect(read(message(version, algorithms, content, plain(0), signers))).toEqual([]);
    expect(read(holding(around(1, NULL), first.der))).toEqual([first]);
  });

  test("has at most sixteen certificates that count", () => {
    const many = new Array<Uint8Array>(17).fill(first.der);
    for (const some of [holding(...many.slice(1)), holding(...many, NULL)])
      expect(read(some)).toHaveLength(16);
    for (const count of [16, 17]) expect(read(text(one.repeat(count)))).toHaveLength(16);
  });

  const whole = sequence(version, algorithms, content, around(0, first.der), signers);
  const shown = sequence(version, algorithms, content);
  test.each<[string, Uint8Array]>([
    ["an empty sequence", sequence()],
    ["a message of another type", sequence(oid("1.2.840.113549.1.7.1"), around(0, sequence()))],
    ["a whole message of another type", sequence(oid("1.2.3"), around(0, whole))],
    ["a message without content", sequence(oid(SIGNED_DATA))],
    ["a message with two", sequence(oid(SIGNED_DATA), around(0, sequence(), sequence()))],
    ["content of another tag", sequence(oid(SIGNED_DATA), around(1, shown))],
    ["something after the content", sequence(oid(SIGNED_DATA), around(0, whole), NULL)],
    ["no version", message(algorithms, content, signers)],
    ["no algorithms", message(version, content, signers)],
    ["no content inside", message(version, algorithms, signers)],
    ["a certificate that is none", holding(sequence(NULL))],
  ])("is refused: %s", (_, given) => {
    expect(codeOf(() => read(given))).toBe("der_unexpected");
  });

  test("is refused: nothing, a text, and trailing bytes", () => {
    expect(codeOf(() => read(new Uint8Array()))).toBe("pem_no_certificate");
    expect(codeOf(() => read(text("<html>")))).toBe("pem_no_certificate");
    expect(codeOf(() => read(Uint8Array.of(...first.der, 0)))).toBe("der_trailing_data");
  });

  test("is read within the budget, in each form", async () => {
    for (const given of [first.der, holding(first.der), text(one)]) {
      const units = await spentBy((work) => read(given, { work }));
      expect(units).toBeGreaterThan(50);
      const short = { work: new WorkBudget(units - 1) };
      expect(codeOf(() => read(given, short))).toBe("work_limit_exceeded");
    }
  });
});
