import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { inBer } from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
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

/** The code and the offset of the error. */
function faultOf(read: () => unknown): [string, number] | string {
  try {
    read();
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return [error.code, error.offset];
    throw error;
  }
}

describe("the certificates of a text", () => {
  test("are all of them, whatever is between, and whatever white space is inside", () => {
    const spaced = block(` \t\r\n\v\f${base64(second.der).replace(/.{5}/g, "$& \r\n")}\n`);
    expect(parsePemCertificates(`a${one}b${spaced}c`)).toEqual([first, second]);
    expect(parsePemCertificates(one + two)).toEqual([first, second]);
    expect(parsePemCertificates(block(base64(first.der)))).toEqual([first]);
  });

  test.each<[string, string, [string, number]]>([
    ["no block", "abc", ["pem_no_certificate", 3]],
    ["another kind of block", `ab${one.replaceAll("CERTIFICATE", "X509 CRL")}`, ["pem_malformed", 2]],
    ["another kind after a certificate", `${one}-----BEGIN KEY-----`, ["pem_malformed", one.length]],
    ["no end", one.slice(0, -1), ["pem_malformed", one.length - 1]],
    ["an end of another kind", one.replace("END CERTIFICATE", "END KEY"), ["pem_malformed", one.length - 8]],
    ["nothing inside", `a${block("\n")}`, ["pem_malformed", 1]],
    ["a character that is not base64", `a${block("MA-=")}`, ["pem_malformed", 1]],
    ["a sign before the end", `a${block("M=A=")}`, ["pem_malformed", 1]],
    ["a character before base64", `a${block("*MAA")}`, ["pem_malformed", 1]],
    ["three signs", `a${block("M===")}`, ["pem_malformed", 1]],
    ["base64 that is cut off", `a${block("MAA")}`, ["pem_malformed", 1]],
    ["another space", `a${block("MA\u00a0A")}`, ["pem_malformed", 1]],
  ])("are refused with %s", (_, text, fault) => {
    expect(faultOf(() => parsePemCertificates(text))).toEqual(fault);
    expect(faultOf(() => readPemBundle(text))).toEqual(fault);
  });

  test("may have 4,194,304 characters, and no more", () => {
    const longest = one + " ".repeat(4_194_304 - one.length);
    expect(parsePemCertificates(longest)).toHaveLength(1);
    expect(faultOf(() => parsePemCertificates(`${longest} `))).toEqual(["pem_too_large", 4_194_304]);
  });

  test("are at most 1,024, and the next one is refused unread", () => {
    const many = block("MAA=").repeat(1024);
    expect(readPemBundle(many.replace(NONE, one)).unreadable).toHaveLength(1023);
    expect(faultOf(() => readPemBundle(many.replace(NONE, one) + NONE))).toEqual([
      "pem_too_large",
      many.length - NONE.length + one.length,
    ]);
  });

  test("cost one unit for 24 characters besides reading them", () => {
    const spent = (text: string) => {
      const work = new WorkBudget();
      const { left } = work;
      parsePemCertificates(text, { work });
      return left - work.left;
    };
    expect(spent(one + " ".repeat(2400)) - spent(one)).toBe(100);
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
    expect(faultOf(() => readPemBundle(`a${NONE}${block("MIAA")}`))).toEqual(["der_unexpected", 0]);
    expect(faultOf(() => readPemBundle(`a${block("M*AA")}${NONE}`))).toEqual(["pem_malformed", 1]);
  });

  test("is not read to the end if the budget is used up", () => {
    expect(faultOf(() => readPemBundle(one.repeat(9), { work: new WorkBudget(500) }))).toEqual([
      "work_limit_exceeded",
      0,
    ]);
    expect(faultOf(() => readPemBundle(one.repeat(9)))).toBe("ok");
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
  const NULL = encodeDer(TAG.null);
  const SIGNED_DATA = "1.2.840.113549.1.7.2";
  const around = (number: number, ...parts: readonly Uint8Array[]) =>
    encodeDer(contextConstructed(number), ...parts);
  const version = encodeDer(TAG.integer, Uint8Array.of(1));
  const [algorithms, content, signers] = [
    encodeDer(TAG.set),
    sequence(oid("1.2.840.113549.1.7.1")),
    encodeDer(TAG.set),
  ];
  const message = (...parts: readonly Uint8Array[]) =>
    sequence(oid(SIGNED_DATA), around(0, sequence(...parts)));
  const holding = (...certificates: readonly Uint8Array[]) =>
    message(version, algorithms, content, around(0, ...certificates), signers);
  const text = (value: string) => new TextEncoder().encode(value);

  test("is a certificate, a message with several, or PEM", () => {
    expect(parseIssuerCertificates(first.der)).toEqual([first]);
    expect(parseIssuerCertificates(holding(first.der, second.der))).toEqual([first, second]);
    const ber = inBer(holding(first.der, second.der), [first.der, second.der]);
    expect(parseIssuerCertificates(ber)).toEqual([first, second]);
    expect(() => parseIssuerCertificates(inBer(first.der))).toThrow(
      expect.objectContaining({ code: "der_length_indefinite" }),
    );
    expect(parseIssuerCertificates(text(one + two))).toEqual([first, second]);
    expect(parseIssuerCertificates(message(version, algorithms, content, signers))).toEqual([]);
    // Other kinds of certificates are left out.
    const attribute = around(1, NULL);
    expect(parseIssuerCertificates(holding(attribute, first.der))).toEqual([first]);
  });

  test("has at most sixteen certificates that count", () => {
    const many = Array.from({ length: 17 }, () => first.der);
    expect(parseIssuerCertificates(holding(...many.slice(1)))).toHaveLength(16);
    expect(parseIssuerCertificates(holding(...many, NULL))).toHaveLength(16);
    expect(parseIssuerCertificates(text(one.repeat(16)))).toHaveLength(16);
    expect(parseIssuerCertificates(text(one.repeat(17)))).toHaveLength(16);
  });

  test.each<[string, Uint8Array, string]>([
    ["nothing", new Uint8Array(), "pem_no_certificate"],
    ["a text", text("<html>"), "pem_no_certificate"],
    ["an empty sequence", sequence(), "der_unexpected"],
    [
      "a message of another type",
      sequence(oid("1.2.840.113549.1.7.1"), around(0, sequence())),
      "der_unexpected",
    ],
    [
      "a whole message of another type",
      sequence(
        oid("1.2.3"),
        around(0, sequence(version, algorithms, content, around(0, first.der), signers)),
      ),
      "der_unexpected",
    ],
    ["a message without content", sequence(oid(SIGNED_DATA)), "der_unexpected"],
    ["a message with two", sequence(oid(SIGNED_DATA), around(0, sequence(), sequence())), "der_unexpected"],
    [
      "content of another tag",
      sequence(oid(SIGNED_DATA), around(1, sequence(version, algorithms, content))),
      "der_unexpected",
    ],
    [
      "something after the content",
      sequence(oid(SIGNED_DATA), around(0, sequence(version, algorithms, content, signers)), NULL),
      "der_unexpected",
    ],
    ["no version", message(algorithms, content, signers), "der_unexpected"],
    ["no algorithms", message(version, content, signers), "der_unexpected"],
    ["no content inside", message(version, algorithms, signers), "der_unexpected"],
    ["a certificate that is none", holding(sequence(NULL)), "der_unexpected"],
    ["trailing bytes", Uint8Array.of(...first.der, 0), "der_trailing_data"],
    [
      "a primitive value of the tag [0]",
      message(version, algorithms, content, encodeDer(contextPrimitive(0)), signers),
      "ok",
    ],
  ])("is refused: %s", (_, bytes, code) => {
    const fault = faultOf(() => parseIssuerCertificates(bytes));
    expect(typeof fault === "string" ? fault : fault[0]).toBe(code);
  });

  test("is read within the budget, in each form", () => {
    for (const bytes of [first.der, holding(first.der), text(one)]) {
      const work = new WorkBudget();
      const { left } = work;
      parseIssuerCertificates(bytes, { work });
      const units = left - work.left;
      expect(units).toBeGreaterThan(50);
      const fault = faultOf(() => parseIssuerCertificates(bytes, { work: new WorkBudget(units - 1) }));
      expect(fault[0]).toBe("work_limit_exceeded");
    }
  });
});
