/** What becomes of every kind of input, and of what is given beside it or lies in a package. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { attachmentObjects, pdfOf, streamOf } from "./archive/pdf.testing.js";
import { type HandMadeEntry, handMadeZip } from "./archive/zip.testing.js";
import { CONTENT, containerOf, tokenOf } from "./asic/container.testing.js";
import type { RandomAccess } from "./content/content.js";
import { hashOf } from "./content/hash-of.js";
import { encodeEvmWitness } from "./evm/witness.js";
import { anchored, chainSource } from "./judge/anchored.testing.js";
import { ORIGINAL, PENDING, stampOf } from "./judge/example.testing.js";
import type { VerifyOptions } from "./options.js";
import { MAGIC_BYTES } from "./recognise/recognise.js";
import type { Report } from "./report/report.js";
import { reportText } from "./report/text.js";
import { verify } from "./verify.js";
import { issueAuthority, issueCrl } from "./x509/authority.testing.js";

afterEach(() => void vi.restoreAllMocks());

const NOW = new Date("2026-11-21T12:00:00.000Z");
const world = anchored({ transactions: 2, index: 1 });
const bytes = (text: string) => new TextEncoder().encode(text);
const PROOF = bytes(encodePortableProof(world.proof));
const WITNESS = bytes(encodeEvmWitness(world.witness));
const pending = (digest: Uint8Array) => stampOf(digest, [PENDING]);
/** Of the content of the seals. */
const OTS = pending(sha256(CONTENT));
const OF_PROOF = pending(hexToBytes(world.proof.content.hash));
const GARBAGE = Uint8Array.of(9);

/** The first block of Bitcoin. */
const GENESIS = JSON.stringify({
  format: "svc-bitcoin-headers/1",
  network: "bitcoin",
  height: 0,
  headers: [
    `01000000${"0".repeat(64)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`,
  ],
});

let token: Uint8Array;
let another: Uint8Array;
beforeAll(async () => {
  token = await tokenOf("SHA-256");
  another = await tokenOf("SHA-256");
});

const check = (input: Parameters<typeof verify>[0], options: VerifyOptions = {}) =>
  verify(input, { now: NOW, trustList: null, ...options });
const zip = (files: Readonly<Record<string, Uint8Array | string>>): Uint8Array => {
  const entries = Object.entries(files).map(
    ([name, content]): HandMadeEntry => ({ name, content: Buffer.from(content as string) }),
  );
  return new Uint8Array(handMadeZip(entries, Buffer.alloc(0)));
};
const idsOf = ({ checks }: Report) => checks.map(({ id }) => id).join(" ");
const codesOf = ({ checks }: Report, wanted: string) =>
  checks.filter(({ id }) => id === wanted).map(({ code }) => code);
const inputsOf = ({ inputs }: Report) =>
  inputs.map(({ kind, origin, code }) => `${kind}${origin === "package" ? " in package" : ""}: ${code}`);

/** A medium that refuses what lies outside of it. */
const strict = (all: Uint8Array): RandomAccess => ({
  sizeBytes: all.length,
  async read(offset, length) {
    if (offset + length > all.length) throw new RangeError("beyond the end");
    return all.subarray(offset, offset + length);
  },
});

describe("text", () => {
  test("is what it would be in a file", async () => {
    for (const text of ["", "{}", '{"schema":"svc-proof/3"}', encodeEvmWitness(world.witness), "%PDF-1.7"]) {
      const { input, checks } = await check(bytes(text));
      expect(await check(text)).toMatchObject({ input, checks });
    }
    expect((await check(encodeEvmWitness(world.witness))).input.type).toBe("evm-witness");
  });

  test("has its size in UTF-8, if it is not too large at any rate", async () => {
    const sizeOf = async (text: string) => (await check(text)).input.size_bytes;
    expect(await sizeOf("\u00e9")).toBe(2);
    expect(await sizeOf("\u00e9".repeat(65_536))).toBe(131_072);
    expect(await sizeOf("\u00e9".repeat(65_537))).toBe(65_537);
  });

  test("has a name if the caller gives one", async () => {
    expect((await check("{}")).input.name).toBeNull();
    expect((await check("{}", { inputName: "a.json" })).input.name).toBe("a.json");
  });
});

describe("a file", () => {
  test("is read within its bounds", async () => {
    for (const input of [
      GARBAGE,
      PROOF,
      OTS,
      token,
      WITNESS,
      zip({ "proof.json": PROOF }),
      containerOf(token),
    ]) {
      expect((await check(strict(input))).checks[0]?.code).not.toBe("input_unreadable");
    }
  });

  test("is read no farther than one byte beyond what any kind may have", async () => {
    const read = vi.fn(async (_: number, length: number) => {
      const part = new Uint8Array(length);
      part.set(OTS.subarray(0, 31));
      return part;
    });
    const { input, outcome } = await check({ sizeBytes: 2 ** 40, read });
    expect([input, outcome]).toEqual([
      { type: "opentimestamps", size_bytes: 8_388_609, name: null },
      "indeterminate",
    ]);
  });

  test("that the medium does not give is undecided, and what was given is skipped", async () => {
    const broken = (from: number): RandomAccess => ({
      ...strict(zip({ "proof.json": PROOF, "original/a": ORIGINAL })),
      read: async (offset, length) => {
        if (offset >= from) throw new Error("the disk is gone");
        return strict(zip({ "proof.json": PROOF, "original/a": ORIGINAL })).read(offset, length);
      },
    });
    for (const from of [0, 129]) {
      const report = await check(broken(from), { timestamps: [OTS, OTS], seal: token });
      expect(report).toMatchObject({ outcome: "indeterminate", notices: [] });
      expect(report.checks[0]).toEqual({
        id: "format",
        status: "indeterminate",
        code: "input_unreadable",
        basis: null,
        evidence: { reason: "the disk is gone" },
      });
      expect(idsOf(report)).toBe("format content bitcoin seal qualified");
    }
    expect(idsOf(await check(broken(0)))).toBe("format content");
  });

  test("that does not come before an abort has no report", async () => {
    const stop = new AbortController();
    const read = () => {
      stop.abort(new Error("enough"));
      return new Promise<never>(() => undefined);
    };
    await expect(check({ sizeBytes: 100, read }, { signal: stop.signal })).rejects.toThrow("enough");
  });
});

test("an abort ends the work on a seal", async () => {
  const stop = new AbortController();
  const certificates = ["-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"];
  const running = check(token, { certificates, signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
});

const NOT_READ = "format indeterminate, content skipped";
const SEALED = "seal: no_trust_anchor";
test.each<[string, () => Uint8Array, () => VerifyOptions, type: string, checks: string, inputs: string[]]>([
  [
    "a proof beside timestamps",
    () => PROOF,
    () => ({ timestamps: [OF_PROOF, GARBAGE], original: ORIGINAL }),
    "svc-proof/2",
    "format content leaf merkle payload anchor bitcoin inputs",
    ["original: ok", "timestamp: bitcoin_pending", "timestamp: not_recognised"],
  ],
  [
    "a proof beside all that it may have",
    () => PROOF,
    () => ({
      seal: GARBAGE,
      witnesses: [WITNESS],
      witnessTimestamps: [pending(sha256(world.witness.header))],
    }),
    "svc-proof/2",
    "format content leaf merkle payload anchor block seal qualified inputs",
    ["seal: damaged", "witness: witness_unconfirmed", "witness_timestamp: ok"],
  ],
  ["a timestamp", () => OTS, () => ({}), "opentimestamps", "format content bitcoin", []],
  [
    "a timestamp beside a seal of its content",
    () => OTS,
    () => ({ seal: token, at: NOW }),
    "opentimestamps",
    "format content bitcoin seal qualified",
    [SEALED, "at: ok"],
  ],
  ["a seal", () => token, () => ({}), "rfc3161", "format content seal qualified", []],
  [
    "a seal beside itself",
    () => token,
    () => ({ seal: Uint8Array.from(token) }),
    "rfc3161",
    "format content seal qualified",
    [SEALED],
  ],
  [
    "a seal beside another, and a timestamp",
    () => token,
    () => ({ seal: another.with(-1, another.at(-1)! ^ 1), timestamps: [OTS] }),
    "rfc3161",
    "format content bitcoin seal qualified seal qualified",
    ["timestamp: bitcoin_pending", "seal: signature_invalid"],
  ],
  [
    "a container",
    () => containerOf(token),
    () => ({}),
    "asic-s",
    "format content seal qualified",
    ["original in package: ok", "seal in package: no_trust_anchor"],
  ],
  [
    "a container beside its own seal",
    () => containerOf(token),
    () => ({ seal: token, timestamps: [OTS] }),
    "asic-s",
    "format content bitcoin seal qualified",
    ["timestamp: bitcoin_pending", SEALED, "original in package: ok", "seal in package: no_trust_anchor"],
  ],
  ["a witness", () => WITNESS, () => ({}), "evm-witness", "format content anchor", []],
  [
    "a witness beside a source and timestamps",
    () => WITNESS,
    () => ({
      sources: [chainSource(world)],
      witnessTimestamps: [pending(sha256(world.witness.header)), OTS],
    }),
    "evm-witness",
    "format content anchor block",
    ["witness_timestamp: ok", "witness_timestamp: timestamp_of_other_content", "evm_source: ok"],
  ],
])("%s has the checks and the results of what was given", async (_, input, options, type, checks, inputs) => {
  const report = await check(input(), options());
  expect([report.input.type, idsOf(report), inputsOf(report)]).toEqual([type, checks, inputs]);
  expect(report.notices.map(({ code }) => code)).not.toContain("parts_not_checked");
});

test.each<[string, () => Uint8Array, () => VerifyOptions, string]>([
  [
    "a timestamp",
    () => OTS.subarray(0, -1),
    () => ({ seal: token }),
    "bitcoin skipped, seal skipped, qualified skipped",
  ],
  ["a container", () => containerOf(GARBAGE), () => ({}), "seal skipped, qualified skipped"],
])("%s that cannot be read skips what was given, and has no parts", async (_, input, options, skipped) => {
  const report = await check(input(), options());
  const lines = report.checks.filter(({ id }) => id !== "inputs").map(({ id, status }) => `${id} ${status}`);
  expect(lines.join(", ")).toBe(`${NOT_READ}, ${skipped}`);
  expect(report.notices).toEqual([]);
});

test("a timestamp is compared with the original, which is hashed as asked", async () => {
  const createHash = vi.fn(() => hashOf("SHA-256"));
  expect(codesOf(await check(OTS, { original: CONTENT, createHash }), "content")).toEqual(["ok"]);
  expect(createHash).toHaveBeenCalledTimes(1);
});

describe("a container", () => {
  test("is recognised by its parts if it does not name its type", async () => {
    const files = { "a.txt": CONTENT, "META-INF/timestamp.tst": token };
    expect((await check(zip(files))).input.type).toBe("asic-s");
    expect((await check(zip({ ...files, "proof.json": PROOF }))).input.type).toBe("evidence-zip");
    const { input, checks } = await check(zip({ "a.txt": CONTENT }));
    expect(input.type).toBe("evidence-zip");
    expect(checks[0]).toEqual({
      id: "format",
      status: "indeterminate",
      code: "evidence_no_proof",
      basis: "computed",
      evidence: {},
    });
  });

  const changing = (all: Uint8Array, change: () => Uint8Array): RandomAccess => {
    let ends = 0;
    return {
      sizeBytes: all.length,
      async read(offset, length) {
        if (offset + length === all.length) ends++;
        return (ends > 1 ? change() : all).subarray(offset, offset + length);
      },
    };
  };

  test("is not recognised in a medium that changes meanwhile", async () => {
    const all = zip({ "a.txt": Buffer.alloc(MAGIC_BYTES), "META-INF/timestamp.tst": token });
    const changed = await check(changing(all, () => new Uint8Array(all.length)));
    expect([changed.input.type, codesOf(changed, "format")]).toEqual(["evidence-zip", ["evidence_no_proof"]]);
    const gone = changing(all, () => {
      throw new Error("the disk is gone");
    });
    expect(codesOf(await check(gone), "format")).toEqual(["input_unreadable"]);
  });
});

describe("a witness", () => {
  test("counts confirmations as it was asked to", async () => {
    const codeOf = async (minConfirmations: number) =>
      codesOf(await check(WITNESS, { sources: [chainSource(world)], minConfirmations }), "anchor")[0];
    expect([await codeOf(201), await codeOf(202)]).toEqual(["ok", "too_few_confirmations"]);
  });

  test("ends its wait for a source with an abort", async () => {
    const stop = new AbortController();
    const fetchBlock = () => {
      stop.abort(new Error("enough"));
      return new Promise<never>(() => undefined);
    };
    const sources = [chainSource(world, { fetchBlock })];
    await expect(check(WITNESS, { sources, signal: stop.signal })).rejects.toThrow("enough");
  });
});

describe("a package", () => {
  const PACKED = {
    "proof.json": PROOF,
    "bitcoin/original.ots": OF_PROOF,
    "bitcoin/headers.json": "{}",
    "seal/tsa-certificates.pem": "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
    "seal/trusted-list-entry.json": "{",
    "seal/revocation/1.crl": GARBAGE,
    "seal/revocation/1.ocsp": GARBAGE,
    "anchors/1.json": WITNESS,
    "anchors/1.ots": pending(sha256(world.witness.header)),
    "original/a": ORIGINAL,
  };

  test("has its parts", async () => {
    const report = await check(zip(PACKED));
    expect(report.input.type).toBe("evidence-zip");
    expect(idsOf(report)).toBe("format content leaf merkle payload anchor block bitcoin inputs");
    expect(codesOf(report, "content")).toEqual(["ok"]);
    expect(codesOf(report, "anchor")).toEqual(["witness_unconfirmed"]);
  });

  test("has its own files, each with its result", async () => {
    const lines = inputsOf(await check(zip(PACKED)));
    expect(lines).toContain("witness in package: witness_unconfirmed");
    expect(lines).toContain("witness_timestamp in package: ok");
    const authority = await issueAuthority("Other");
    const pem = Buffer.from(authority.certificate.der).toString("base64");
    const sound = {
      "proof.json": PROOF,
      "bitcoin/original.ots": OF_PROOF,
      "bitcoin/headers.json": GENESIS,
      "seal/timestamp.tsr": token,
      "seal/timestamp.tsr.ots": pending(sha256(token)),
      "seal/tsa-certificates.pem": `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
      "seal/revocation/1.crl": (await issueCrl(authority)).der,
    };
    const report = await check(zip(sound));
    expect(inputsOf(report)).toEqual([
      "proof in package: ok",
      "timestamp in package: bitcoin_pending",
      "headers in package: ok",
      `seal in package: ${codesOf(report, "seal")[0]}`,
      "certificates in package: ok",
      "crl in package: ok",
      "seal_timestamp in package: ok",
    ]);
    expect(report.notices.map(({ code }) => code)).not.toContain("trusted_list_entry_malformed");
    const malformed = { ...sound, "seal/revocation/1.ocsp": Uint8Array.of(0x30, 0, 0) };
    const unread = await check(zip(malformed));
    expect(inputsOf(unread)).toContain("ocsp_response in package: damaged");
    const part = { kind: "ocsp_response", origin: "package", index: 0 };
    expect(unread.notices).toContainEqual({
      code: "input_left_out",
      evidence: { ...part, code: "damaged", fault: "der_trailing_data" },
    });
    expect(reportText(unread)).toMatch(
      /What cannot be read, or does not hold, was left out.*OCSP response 1 in the package/,
    );
    expect(unread.outcome).toBe(report.outcome);
  });

  test("has what was given first, and then its parts", async () => {
    const given: VerifyOptions = {
      timestamps: [OF_PROOF],
      headers: ["{}"],
      witnesses: [WITNESS],
      witnessTimestamps: [GARBAGE],
      sources: [chainSource(world)],
    };
    const lines = inputsOf(await check(zip(PACKED), given));
    expect(lines.filter((line) => line.startsWith("timestamp"))).toEqual([
      "timestamp: bitcoin_pending",
      "timestamp in package: bitcoin_pending",
    ]);
    expect(lines.filter((line) => line.startsWith("witness"))).toEqual([
      "witness: ok",
      "witness_timestamp: not_recognised",
      "witness in package: ok",
      "witness_timestamp in package: ok",
    ]);
    expect(lines.filter((line) => line.startsWith("headers"))).toEqual([
      "headers: damaged",
      "headers in package: damaged",
    ]);
    expect(lines).toContain("evm_source: ok");
  });

  test("of which parts are not understood rests on the others", async () => {
    const { header } = world.witness;
    const report = await check(
      zip({
        "proof.json": PROOF,
        "bitcoin/original.ots": OF_PROOF.subarray(0, -1),
        "seal/timestamp.tsr": token.subarray(0, 50),
        "anchors/1.json": encodeEvmWitness({ ...world.witness, header: header.subarray(1) }),
      }),
      { sources: [chainSource(world)] },
    );
    expect([report.outcome, codesOf(report, "anchor")]).toEqual(["verified", ["ok"]]);
    const unread = report.notices.filter(({ code }) => code === "input_left_out");
    expect(unread.map(({ evidence }) => evidence["kind"])).toEqual(["timestamp", "seal", "witness"]);
  });

  test("with a seal judges it with the files given and those beside it", async () => {
    const broken = {
      ...PACKED,
      "seal/timestamp.tsr": token,
      "seal/timestamp.tsr.ots": GARBAGE,
    };
    const given: VerifyOptions = {
      evidence: [
        { kind: "certificates", content: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" },
        { kind: "crl", content: GARBAGE },
        { kind: "ocsp_response", content: GARBAGE },
        { kind: "seal_timestamp", content: OTS },
      ],
    };
    const report = await check(zip(broken), given);
    expect(codesOf(report, "seal")).toHaveLength(1);
    const kinds = inputsOf(report).filter((line) => /^(?:cert|crl|ocsp|seal|trusted)/.test(line));
    expect(kinds.map((line) => line.split(":")[0])).toEqual([
      "certificates",
      "crl",
      "ocsp_response",
      "seal_timestamp",
      "seal in package",
      "trusted_list_entry in package",
      "certificates in package",
      "crl in package",
      "ocsp_response in package",
      "seal_timestamp in package",
    ]);
    expect(kinds.filter((line) => /(?:ok|input_not_applicable)$/.test(line))).toEqual([]);
  });

  test("has its own seal and the given one, or one if they are equal", async () => {
    const sealed = zip({ ...PACKED, "seal/timestamp.tsr": token });
    const same = await check(sealed, { seal: token });
    expect(codesOf(same, "seal")).toHaveLength(1);
    expect(inputsOf(same).filter((line) => /^seal|^trusted/.test(line))).toEqual([
      `seal: ${codesOf(same, "seal")[0]}`,
      `seal in package: ${codesOf(same, "seal")[0]}`,
      "trusted_list_entry in package: damaged",
    ]);
    const two = await check(sealed, { seal: GARBAGE });
    expect(codesOf(two, "seal")).toHaveLength(2);
    expect(new Set(codesOf(two, "seal")).size).toBe(2);
    expect(inputsOf(two).filter((line) => /^seal|^trusted/.test(line))).toEqual([
      `seal: ${codesOf(two, "seal")[0]}`,
      `seal in package: ${codesOf(two, "seal")[1]}`,
      "trusted_list_entry in package: damaged",
    ]);
  });

  test("that holds no seal has no use for an entry of a trusted list", async () => {
    const report = await check(zip(PACKED), { seal: token });
    expect(codesOf(report, "seal")).toHaveLength(1);
    expect(inputsOf(report)).toContain("trusted_list_entry in package: input_not_applicable");
  });

  test("hashes its original as asked", async () => {
    const createHash = vi.fn(() => hashOf("SHA-256"));
    await check(zip(PACKED), { createHash });
    expect(createHash).toHaveBeenCalledTimes(1);
  });

  test("that is not understood is undecided, with the place, and skips what was given", async () => {
    const report = await check(zip(PACKED).subarray(0, -1), { seal: token });
    expect(report.checks[0]).toEqual({
      id: "format",
      status: "indeterminate",
      code: "damaged",
      basis: "computed",
      evidence: {
        fault: "zip_no_end_record",
        offset: expect.any(Number),
        pointer: null,
        message: expect.any(String),
      },
    });
    expect(idsOf(report)).toBe("format content leaf merkle payload anchor seal qualified");
    expect(report.notices).toEqual([]);
  });
});

describe("a certificate", () => {
  const pdf = (attachments: Parameters<typeof attachmentObjects>[0], more: readonly string[] = []) =>
    pdfOf({ objects: [...attachmentObjects(attachments), ...more] });

  test("has the proof that is attached, whatever its size", async () => {
    const large = pdf([{ name: "proof.json", data: PROOF }], [streamOf(new Uint8Array(2_000_000))]);
    const report = await check(large);
    expect([report.input.type, idsOf(report)]).toEqual([
      "certificate-pdf",
      "format content leaf merkle payload anchor",
    ]);
    expect(codesOf(report, "format")).toEqual(["ok"]);
  });

  test("without one is undecided", async () => {
    const { checks, outcome } = await check(pdf([{ name: "a.txt", data: "a" }]));
    expect([checks[0]?.code, outcome]).toEqual(["pdf_no_proof", "indeterminate"]);
  });

  test("ends to be read with an abort", async () => {
    const stop = new AbortController();
    const attachments = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.txt`, data: "a" }));
    const running = check(pdf([{ name: "proof.json", data: PROOF }, ...attachments]), {
      signal: stop.signal,
    });
    stop.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });
});
