/**
 * Every byte of a container changed: nothing verifies, unless the byte belongs to what nobody uses. Then the report says
 * the same as before. docs/formats/evidence.md names those bytes.
 */

import { type Report, verify } from "@svc-proof/verifier-lib";
import { createAsic } from "@svc-proof/verifier-lib/asic";
import { parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import { beforeAll, describe, expect, test } from "vitest";
import { handMadeZip } from "../../verifier-lib/src/archive/zip.testing.js";
import { asicCases, pemOf } from "../vectors/asic/cases.js";
import { CONTENT, sealCase } from "../vectors/asic/containers.js";
import { bytesOf } from "../vectors/seals/cases.js";
import { count, endsWithin, mutations, SEED, tell } from "./extent.js";
import { mutatedZip } from "./mutate-zip.js";
import { randomIntegers } from "./random-integers.js";

const token = bytesOf(sealCase.token);
const options = {
  trust: [pemOf(asicCases.anchor)],
  certificates: asicCases.certificates.map(pemOf),
  now: new Date(asicCases.at),
};
const claimed = ({ claims, proof }: Report) => JSON.stringify([claims, proof]);

interface Part {
  readonly about: string;
  readonly start: number;
  readonly end: number;
}

/** Bytes of the records that no rule reads. */
function unusedInArchive(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  const add = (about: string, start: number, length: number) =>
    parts.push({ about, start, end: start + length });
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    add("version needed to extract", at + 4, 2);
    add("time", at + 10, 4);
    const [nameBytes, extraBytes] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
    // Identifier and content; its length must fit.
    if (extraBytes > 0) {
      add("padding", at + 30 + nameBytes, 2);
      add("padding", at + 34 + nameBytes, extraBytes - 4);
    }
    at += 30 + nameBytes + extraBytes + bytes.readUInt32LE(at + 18);
  }
  const end = bytes.length - 22;
  for (let at = bytes.readUInt32LE(end + 16); at < end; at += 46 + bytes.readUInt16LE(at + 28)) {
    add("version and system it was made by, version needed", at + 4, 4);
    add("time", at + 12, 4);
    add("internal attributes", at + 36, 2);
    add("external attributes", at + 38, 4);
  }
  return parts;
}

/** Bytes of the token that no signature covers. */
function unsignedInToken(bytes: Buffer): Part[] {
  const at = bytes.indexOf(token);
  return parseTimestampToken(token).unsigned.map(({ part, start, end }) => ({
    about: `${part} of the token`,
    start: at + start,
    end: at + end,
  }));
}

/** Changes each byte in these ways. */
const CHANGES: readonly ((byte: number) => number)[] = [(byte) => byte ^ 1, (byte) => byte ^ 0x80];

describe("one changed byte", () => {
  let bytes: Buffer;
  let before = "";
  beforeAll(async () => {
    const blob = await createAsic({ original: new Uint8Array(CONTENT), name: "contract.txt", seal: token });
    bytes = Buffer.from(await blob.arrayBuffer());
    const report = await verify(bytes, options);
    expect(report.outcome).toBe("verified");
    before = claimed(report);
  });

  test("never verifies, unless nothing uses it", async () => {
    const unused = [...unusedInArchive(bytes), ...unsignedInToken(bytes)];
    const surprising: string[] = [];
    const standing = new Set<string>();
    for (let at = 0; at < bytes.length; at++) {
      for (const change of CHANGES) {
        const changed = Buffer.from(bytes);
        changed[at] = change(bytes[at]!);
        const report = await verify(changed, options);
        if (report.outcome !== "verified") continue;
        const part = unused.find(({ start, end }) => at >= start && at < end);
        if (part === undefined || claimed(report) !== before) surprising.push(`byte ${at}: ${part?.about}`);
        else standing.add(part.about);
      }
    }
    expect(surprising).toEqual([]);
    expect([...standing].sort()).toEqual(STANDING);
  });

  test("of a container that is only cut or extended by more than zeros never verifies", async () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect((await verify(bytes.subarray(0, length), options)).outcome, `${length}`).not.toBe("verified");
    }
    for (const more of ["\u0001", "\n", "PK\u0005\u0006"]) {
      const { outcome, checks } = await verify(Buffer.concat([bytes, Buffer.from(more)]), options);
      expect([outcome, checks[0]!.evidence["fault"]]).toEqual(["indeterminate", "zip_trailing_data"]);
    }
  });
});

const STANDING: readonly string[] = [
  "external attributes",
  "internal attributes",
  "padding",
  "time",
  "version and system it was made by, version needed",
  "version needed to extract",
];

const MUTATIONS = mutations(1000);

test(
  `${MUTATIONS} containers changed in their structure verify no more than before`,
  async () => {
    const files = [
      { name: "mimetype", content: Buffer.from("application/vnd.etsi.asic-s+zip") },
      { name: "META-INF/timestamp.tst", content: token },
      { name: "contract.txt", content: new Uint8Array(CONTENT) },
      { name: "META-INF/a", content: Buffer.from("a part") },
    ];
    const draw = randomIntegers(SEED);
    const blob = await createAsic({ original: new Uint8Array(CONTENT), name: "a", seal: token });
    const truth = claimed(await verify(new Uint8Array(await blob.arrayBuffer()), options));
    const outcomes = new Map<string, number>();
    for (let i = 0; i < MUTATIONS; i++) {
      const bytes = mutatedZip(files.slice(draw(2), 3 + draw(2)), draw(4), draw);
      const report = await verify(bytes, options);
      const where = () => `${i}: ${Buffer.from(bytes).toString("base64")}`;
      if (report.outcome === "verified") expect(claimed(report), where()).toBe(truth);
      else expect(report.outcome === "failed" ? report.claims : [], where()).toEqual([]);
      count(outcomes, report.outcome);
    }
    tell("containers", outcomes);
  },
  endsWithin(MUTATIONS),
);

test("other entries put into a container change nothing that it says, and are told", async () => {
  const entries = (["mimetype", "META-INF/timestamp.tst", "contract.txt"] as const).map((name, i) => ({
    name,
    content: [Buffer.from("application/vnd.etsi.asic-s+zip"), Buffer.from(token), CONTENT][i]!,
  }));
  const verdicts: Record<string, string> = {};
  for (const name of [
    "b.txt",
    "a/b",
    "META-INF/a",
    "META-INF/signature.p7s",
    "META-INF/timestamp2.tst",
    "META-INF/",
    "a/",
  ]) {
    const isFolder = name.endsWith("/");
    const zip = handMadeZip([...entries, { name, content: isFolder ? "" : "x" }], Buffer.alloc(0));
    const { outcome, checks, notices } = await verify(zip, options);
    const parts = notices.find(({ code }) => code === "parts_not_checked")?.evidence["parts"] ?? [];
    const { code, evidence } = checks[0]!;
    verdicts[name] = `${outcome} ${code} ${evidence["fault"] ?? ""} ${parts}`.trim().replace("  ", " ");
  }
  expect(verdicts).toEqual({
    "b.txt": "failed asic_several_data_objects asic_several_data_objects",
    "a/b": "indeterminate damaged asic_unexpected_entry",
    "META-INF/a": "verified ok META-INF/a",
    "META-INF/signature.p7s": "indeterminate unsupported asic_signature_unsupported",
    "META-INF/timestamp2.tst": "verified ok META-INF/timestamp2.tst",
    "META-INF/": "verified ok",
    "a/": "verified ok",
  });
});

describe("a container that costs more than a verification may", () => {
  /** 25 million bytes of empty blocks that are not compressed. Each block costs a unit of work, less its bytes. */
  const EMPTY = Buffer.alloc(25_000_000);
  for (let at = 0; at < EMPTY.length; at += 5)
    EMPTY.set([at + 5 === EMPTY.length ? 1 : 0, 0, 0, 0xff, 0xff], at);
  const stamped = (...entries: Parameters<typeof handMadeZip>[0]) =>
    handMadeZip(
      [{ name: "mimetype", content: "application/vnd.etsi.asic-s+zip" }, ...entries],
      Buffer.alloc(0),
    );
  const timestamp = { name: "META-INF/timestamp.tst", content: Buffer.from(token) };
  const file = { name: "contract.txt", content: CONTENT };

  test.each([
    ["as its file", stamped(timestamp, { name: "contract.txt", data: EMPTY, method: 8 })],
    ["as its timestamp", stamped(file, { name: "META-INF/timestamp.tst", data: EMPTY, method: 8 })],
    ["as another part", stamped(timestamp, file, { name: "META-INF/a", data: EMPTY, method: 8 })],
  ])("%s, is indeterminate", async (_, bytes) => {
    const { outcome, checks, claims } = await verify(bytes, options);
    expect([outcome, claims]).toEqual(["indeterminate", []]);
    expect(checks[0]).toMatchObject({ id: "format", status: "indeterminate", code: "work_limit_exceeded" });
  });

  test("answers an abort while it is read", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("enough")), 20);
    const large = { sizeBytes: 2 ** 39, read: () => new Promise<Uint8Array>(() => undefined) };
    await expect(verify(large, { ...options, signal: abort.signal })).rejects.toThrow("enough");
  });
});
