import { beforeAll, describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import { readSignedList, requireSigner, type SignedList } from "./authenticate.js";
import { journalOf, LISTS_NOW, signList } from "./signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "./signed-xml.testing.js";

let signer: XmlSigner;
let bytes: Uint8Array;
let signed: SignedList;

beforeAll(async () => {
  signer = await newEcSigner();
  bytes = await signList({ signer });
  signed = await readSignedList(bytes, new Work());
});

const trusted = () => new Set(journalOf(signer.certificate).certificates);

function codeOf(change: Partial<SignedList>, at = LISTS_NOW): string {
  try {
    requireSigner({ ...signed, ...change }, trusted(), at);
    return "accepted";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("a list that was changed is refused with the place of the reference", async () => {
  const text = new TextDecoder().decode(bytes);
  const changed = new TextEncoder().encode(text.replace(">7<", ">8<"));
  await expect(readSignedList(changed, new Work())).rejects.toMatchObject({
    code: "xml_signature_digest",
    offset: text.indexOf("<ds:Reference "),
  });
});

test("a list for which there is no work left is refused without a place", async () => {
  await expect(readSignedList(bytes, new Work({ units: 250 }))).rejects.toMatchObject({
    code: "work_limit_exceeded",
    offset: 0,
  });
});

describe("the signer", () => {
  test("must be one of those that are expected", () => {
    expect(codeOf({})).toBe("accepted");
    expect(codeOf({ signerSha256: "00".repeat(32) })).toBe("list_signer_unknown");
  });

  test("must have a certificate that was valid when the list was signed, the bounds included", () => {
    const { notBefore, notAfter } = signed.signer;
    const signedAt = (time: Date, ms = 0) => codeOf({ signingTime: new Date(time.getTime() + ms) }, notAfter);
    expect(signedAt(notBefore)).toBe("accepted");
    expect(signedAt(notBefore, -1)).toBe("list_signer_expired");
    expect(signedAt(notAfter)).toBe("accepted");
    expect(signedAt(notAfter, 1)).toBe("list_signer_expired");
  });

  test("may have a clock that is an hour ahead", () => {
    const { facts } = signed;
    const at = new Date("2026-11-21T12:00:00Z");
    const issued = (time: string) => codeOf({ facts: { ...facts, issued: time } }, at);
    expect(issued("2026-11-21T13:00:00Z")).toBe("accepted");
    expect(issued("2026-11-21T13:00:01Z")).toBe("list_not_yet_issued");
    const signedAt = (time: string) => codeOf({ signingTime: new Date(time) }, at);
    expect(signedAt("2026-11-21T13:00:00Z")).toBe("accepted");
    expect(signedAt("2026-11-21T13:00:01Z")).toBe("list_not_yet_issued");
  });
});
