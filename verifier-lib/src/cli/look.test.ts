import { createHash } from "node:crypto";
import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachmentObjects, pdfOf } from "../archive/pdf.testing.js";
import { handMadeZip, zipOf } from "../archive/zip.testing.js";
import { createAsic } from "../asic/create-asic.js";
import { TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { INPUT_LIMITS } from "../input-limits.js";
import { exampleProof, stampOf } from "../judge/example.testing.js";
import { MAX_OBJECT_STREAMS } from "../limits.js";
import { openPathsIn } from "../node/open-paths.testing.js";
import { MAGIC_BYTES, MAX_ARMOUR_CHARACTERS } from "../recognise/recognise.js";
import { integer, makeToken, sequence } from "../rfc3161/token.testing.js";
import { issueAuthority, issueCrl, issueOcspResponse, issueUnit } from "../x509/authority.testing.js";
import { type EvidenceTask, type FileFacts, FolderPlan, lookAt, roleOf } from "./look.js";

describe("arrange files", () => {
  const file = (path: string, role: FileFacts["role"], parts: Partial<FileFacts> = {}): FileFacts => ({
    path,
    role,
    sizeBytes: 10,
    sha256: `of ${path}`,
    content: null,
    root: null,
    header: null,
    token: null,
    inside: null,
    hasSeal: false,
    found: null,
    rawHeight: null,
    looksLike: null,
    fault: null,
    problem: null,
    ...parts,
  });
  /** All tasks, in the order of the files, and what has no evidence, where everything was hashed when it was read. */
  function arrangeFiles(files: readonly FileFacts[], hashes?: ReadonlyMap<string, readonly string[]>) {
    const plan = new FolderPlan(files, hashes);
    expect([...plan.hashItems()]).toEqual([]);
    const tasks = new Map([...plan.takeReady(), ...plan.takeRest()].map((task) => [task.path, task]));
    return {
      tasks: plan.paths.map((path) => tasks.get(path)!),
      unproven: plan.others().flatMap(({ path, copyOf }) => (copyOf === null ? [path] : [])),
    };
  }
  const proof = (path: string, content: string, parts: Partial<FileFacts> = {}) =>
    file(path, "svc-proof/2", { content: `SHA-256 ${content}`, root: `SHA-256 root of ${path}`, ...parts });
  const other = (path: string, sha256 = `of ${path}`, parts: Partial<FileFacts> = {}) =>
    file(path, "other", { sha256, ...parts });
  /** Those that have a row of their own, whatever comes out. */
  const rows = (files: readonly FileFacts[], hashes?: ReadonlyMap<string, readonly string[]>) =>
    arrangeFiles(files, hashes).tasks.filter(({ isAbsorbed }) => !isAbsorbed);
  const only = (
    files: readonly FileFacts[],
    hashes?: ReadonlyMap<string, readonly string[]>,
  ): EvidenceTask => {
    const tasks = rows(files, hashes);
    expect(tasks).toHaveLength(1);
    return tasks[0]!;
  };
  const besideOf = ({ beside }: EvidenceTask) => beside.map(({ kind, path }) => `${kind} ${path}`);

  describe("by fingerprint", () => {
    test("one original belongs to all proofs of it, and its copies are proven too", () => {
      const { tasks, unproven } = arrangeFiles([
        proof("1.json", "a"),
        proof("2.json", "a"),
        other("x", "a"),
        other("copy of x", "a"),
        other("y"),
      ]);
      expect(tasks.map(({ original }) => original)).toEqual(Array(2).fill({ path: "x", hash: "a" }));
      expect(unproven).toEqual(["y"]);
    });

    test("copies of a witness and of a timestamp, one beside each proof of a batch, are one", () => {
      const root = { root: "SHA-256 root" };
      const of = (i: number) => [
        proof(`${i}/proof.json`, `${i}`, root),
        file(`${i}/anchors/1.json`, "evm-witness", { content: root.root, sha256: "w", header: "SHA-256 h" }),
        file(`${i}/bitcoin/batch.ots`, "opentimestamps", { content: root.root, sha256: "t" }),
      ];
      const tasks = rows(Array.from({ length: 40 }, (_, i) => of(i)).flat());
      expect(tasks).toHaveLength(40);
      for (const task of tasks) {
        expect(besideOf(task)).toEqual(["timestamp 0/bitcoin/batch.ots", "witness 0/anchors/1.json"]);
      }
    });

    test("seal, its timestamp, witness, its timestamp and timestamps of the batch join the proof", () => {
      const ots = (path: string, content: string) =>
        file(path, "opentimestamps", { content: `SHA-256 ${content}` });
      const files = [
        proof("p.json", "a", { root: "SHA-256 root" }),
        file("s.tsr", "rfc3161", { content: "SHA-256 a", token: "SHA-256 token" }),
        file("w.json", "evm-witness", { content: "SHA-256 root", header: "SHA-256 header" }),
        ots("content.ots", "a"),
        ots("batch.ots", "root"),
        ots("seal.ots", "of s.tsr"),
        ots("token.ots", "token"),
        ots("header.ots", "header"),
        file("headers.json", "headers"),
        file("tsa.pem", "certificates"),
      ];
      const task = only(files);
      expect([task.path, ...besideOf(task)]).toEqual([
        "p.json",
        "seal s.tsr",
        "timestamp content.ots",
        "timestamp batch.ots",
        "seal_timestamp seal.ots",
        "seal_timestamp token.ots",
        "witness w.json",
        "witness_timestamp header.ots",
      ]);
      // Each is verified by itself as well: it has a row if it fails.
      expect(arrangeFiles(files).tasks.filter(({ isAbsorbed }) => isAbsorbed)).toHaveLength(7);
    });

    test("a second seal of the same content stays by itself; timestamps join, however many", () => {
      const seals = ["1.tsr", "2.tsr"].map((path) => file(path, "rfc3161", { content: "SHA-256 a" }));
      expect(rows([proof("p.json", "a"), ...seals]).map(({ path }) => path)).toEqual(["p.json", "2.tsr"]);
      const stamps = Array.from({ length: 300 }, (_, i) =>
        file(`${i}.ots`, "opentimestamps", { content: "SHA-256 a" }),
      );
      expect(only([proof("p.json", "a"), ...stamps]).beside).toHaveLength(300);
    });

    test("timestamps of one content without a proof have a row each", () => {
      const stamps = ["1.ots", "2.ots"].map((path) => file(path, "opentimestamps", { content: "SHA-256 a" }));
      expect(rows([...stamps, other("a", "a")]).map(({ path, original }) => [path, original?.path])).toEqual([
        ["1.ots", "a"],
        ["2.ots", "a"],
      ]);
    });
  });

  describe("what has probably changed", () => {
    test("is only asked of evidence that names a content, and of files that are offered to nothing else", () => {
      const unread = proof("contract.pdf.json", "a", { content: null });
      const { tasks, unproven } = arrangeFiles([
        unread,
        other("contract.pdf"),
        file("chain.pem", "certificates"),
      ]);
      expect([tasks[0]?.probablyChanged, unproven]).toEqual([[], ["contract.pdf"]]);
    });

    test.skipIf(process.platform === "win32")("a backslash in a name is no folder", () => {
      const { tasks } = arrangeFiles([proof("contract.pdf.json", "a"), other("x\\contract.pdf")]);
      expect(tasks[0]?.probablyChanged).toEqual([]);
    });

    test("a file with the name that a person gave the seal is none of the proof", () => {
      const seal = file("contract.tsr", "rfc3161", { content: "SHA-256 a" });
      const tasks = rows([proof("p.json", "a"), seal, other("contract.pdf")]);
      expect(tasks.map(({ path, probablyChanged }) => [path, probablyChanged])).toEqual([
        ["p.json", ["contract.pdf"]],
      ]);
    });

    test("what cannot be compared stays as it is", () => {
      const stamp = file("contract.pdf.ots", "opentimestamps", { content: "SHA-1 aa" });
      const { tasks, unproven } = arrangeFiles([stamp, other("contract.pdf", "b")]);
      expect(tasks[0]).toMatchObject({ original: null, probablyChanged: ["contract.pdf"] });
      expect(unproven).toEqual(["contract.pdf"]);
    });
  });

  describe("large files", () => {
    const large = (path: string, sizeBytes: number, parts: Partial<FileFacts> = {}) =>
      other(path, "", { sha256: null, sizeBytes, ...parts });
    const hashed = (plan: FolderPlan, digests: Readonly<Record<string, string>> = {}) => {
      const order: string[] = [];
      const ready: string[] = [];
      for (const { path, algorithms } of plan.hashItems()) {
        order.push(path);
        const isAwaited = plan.settle(
          path,
          algorithms.map((name) => `${name} ${digests[path] ?? `of ${path}`}`),
        );
        if (isAwaited) ready.push(...plan.takeReady().map((task) => `${task.path}: ${task.original?.path}`));
      }
      return { order, ready };
    };

    test("are hashed named ones first among those of their size, and the largest last", () => {
      const files = [
        proof("1.json", "of b"),
        proof("huge.ots", "of huge", { role: "opentimestamps" }),
        proof("pair.ots", "of pair", { role: "opentimestamps" }),
        large("huge", 2e12),
        large("a", 2e6),
        large("b", 3e6),
        large("pair", 900e6),
        large("other", 901e6),
      ];
      const plan = new FolderPlan(files);
      expect(plan.takeReady()).toEqual([]);
      expect(hashed(plan)).toEqual({
        order: ["pair", "a", "b", "huge"],
        ready: ["pair.ots: pair", "1.json: b", "huge.ots: huge"],
      });
    });

    test("of the size of an original are hashed: a copy of it has evidence, too", () => {
      const files = [proof("1.json", "a"), large("x", 5e6), large("y", 5e6), large("z", 6e6)];
      const plan = new FolderPlan(files);
      expect(hashed(plan, { x: "a", y: "a" })).toEqual({ order: ["x", "y"], ready: ["1.json: x"] });
      expect(plan.others()).toEqual([
        { path: "y", copyOf: "x" },
        { path: "z", copyOf: null },
      ]);
    });

    test("of another size than the original inside a package are not", () => {
      const inside = { name: "fox", sizeBytes: 5e6 };
      const evidence = proof("e.zip", "a", { role: "evidence-zip", inside });
      const plan = new FolderPlan([evidence, large("x", 5e6), large("y", 6e6)]);
      expect(hashed(plan).order).toEqual(["x"]);
      expect(plan.takeRest()).toMatchObject([{ path: "e.zip", original: null, probablyChanged: ["x"] }]);
    });

    test("that cannot be read any more leave their evidence as it is", () => {
      const plan = new FolderPlan([proof("x.ots", "a", { role: "opentimestamps" }), large("x", 5e6)]);
      for (const { path } of plan.hashItems()) plan.settle(path, []);
      expect([...plan.takeReady(), ...plan.takeRest()]).toMatchObject([{ path: "x.ots", original: null }]);
    });
  });
});

describe("look at", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-look-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function file(name: string, content: string | Uint8Array): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  test("a proof: its content, its root, its own digest", async () => {
    const proof = exampleProof();
    const text = encodePortableProof(proof);
    expect(await lookAt(file("p.json", text))).toMatchObject({
      role: "svc-proof/2",
      content: `SHA-256 ${proof.content.hash}`,
      root: `SHA-256 ${proof.merkle.root}`,
      sha256: createHash("sha256").update(text).digest("hex"),
      sizeBytes: text.length,
      problem: null,
    });
  });

  test.each([0, 1, MAGIC_BYTES - 1, MAGIC_BYTES, MAGIC_BYTES + 1, 1_000_000])(
    "a file of %i bytes is hashed if one read takes it in",
    async (size) => {
      const bytes = Buffer.alloc(size, "x");
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(await lookAt(file(`${size}.bin`, bytes))).toMatchObject({
        role: "other",
        sizeBytes: size,
        sha256: size <= MAGIC_BYTES ? sha256 : null,
      });
    },
  );

  test("armour of more than is decoded may be of any archive, and is no evidence", async () => {
    const zip = zipOf([{ name: "proof.json", content: "{}" }]).toString("base64");
    const bytes = Buffer.from(zip.padEnd(MAX_ARMOUR_CHARACTERS, "\n"));
    expect(await lookAt(file("within.txt", bytes))).toMatchObject({ role: "evidence-zip" });
    const larger = Buffer.concat([bytes, Buffer.from("\n")]);
    expect(await lookAt(file("beyond.txt", larger))).toMatchObject({
      role: "other",
      fault: null,
      problem: null,
    });
  });

  test.each([
    ['{"schema":"svc-proof/2",', "svc-proof/2", null],
    ["%PDF-1.7\nno more", "certificate-pdf", expect.stringMatching(/^damaged: .* \(pdf_truncated\)$/)],
    ["%PDF-1.7\nnothing\n%%EOF", "other", expect.stringMatching(/^damaged: .* \(pdf_truncated\)$/)],
    [
      `PK\u0003\u0004PK\u0005\u0006${"\0".repeat(18)}`,
      "other",
      expect.stringContaining("(zip_prepended_data)"),
    ],
    ["PK\u0003\u0004 and no more", "evidence-zip", expect.stringMatching(/^damaged: /)],
    ["PK\u0003\u0004 ... proof.json ... and no more", "evidence-zip", null],
    [`PK\u0003\u0004${"x".repeat(600_000)}proof.json`, "evidence-zip", null],
    ["%PDF-1.7\n/UF (proof.json) and no more", "certificate-pdf", null],
    [Buffer.from("3082010a0201003081", "hex"), "other", null],
    [Buffer.from("3082010a3003020100", "hex"), "rfc3161", null],
    ["\u0000OpenTimestamps", "opentimestamps", null],
  ])("%j, which cannot be read as evidence, is %s, whatever its name", async (content, role, fault) => {
    for (const name of ["x", "certificado-1.pdf", "svc-evidencia-1.zip", "x.ots", "x.tsr", "proof.json"]) {
      expect(await lookAt(file(name, content))).toMatchObject({ role, fault });
    }
  });

  test("what is encrypted or not supported may be any file, unless a proof is named in it", async () => {
    const encrypted = (name: string) => {
      const bytes = zip({ [name]: "x" });
      for (const at of [6, bytes.lastIndexOf("PK\u0001\u0002") + 8]) bytes[at]! |= 1;
      return bytes;
    };
    const told = expect.stringMatching(/^encrypted: .*\(zip_encrypted\)$/);
    expect(await lookAt(file("svc-evidencia-1.zip", encrypted("a.txt")))).toMatchObject({
      role: "other",
      fault: told,
    });
    expect(await lookAt(file("x", encrypted("proof.json")))).toMatchObject({
      role: "evidence-zip",
      fault: null,
    });
  });

  const hex = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest("hex");
  const facts = async (name: string, content: string | Uint8Array) => {
    const path = file(name, content);
    const { role, content: about, root, header, token, hasSeal, inside } = await lookAt(path);
    expect(openPathsIn(path)).toEqual([]);
    return { role, about, root, header, token, hasSeal, inside };
  };
  const NONE = { about: null, root: null, header: null, token: null, hasSeal: false, inside: null };
  const vector = (name: string) => readFileSync(new URL(`../../../test/vectors/${name}`, import.meta.url));
  const zip = (files: Readonly<Record<string, string | Uint8Array>>) =>
    handMadeZip(
      Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content as string) })),
      Buffer.alloc(0),
    );
  const proof = exampleProof();
  const text = encodePortableProof(proof);
  const CONTENT = `SHA-256 ${proof.content.hash}`;
  const ROOT = `SHA-256 ${proof.merkle.root}`;

  test.each([
    ["sha256", "SHA-256", 32],
    ["sha1", "SHA-1", 20],
    ["ripemd160", "RIPEMD-160", 20],
  ] as const)("a timestamp of %s: its content", async (kind, name, length) => {
    const digest = new Uint8Array(length).fill(7);
    expect(await facts("t.ots", stampOf(digest, 7, kind))).toEqual({
      ...NONE,
      role: "opentimestamps",
      about: `${name} ${"07".repeat(length)}`,
    });
  });

  describe("a seal", () => {
    let token: Uint8Array;
    beforeAll(async () => {
      token = await makeToken({ signer: await issueUnit(await issueAuthority("Root")) });
    });
    const about = `SHA-256 ${hex("sha256", Buffer.from("content"))}`;

    test("tells its content; in a response its token, too, which other timestamps are about", async () => {
      expect(await facts("s", token)).toEqual({ ...NONE, role: "rfc3161", about });
      const response = sequence(sequence(integer("00")), token);
      const key = `SHA-256 ${hex("sha256", token)}`;
      expect(await facts("s", response)).toEqual({ ...NONE, role: "rfc3161", about, token: key });
      const reason = encodeDer(TAG.utf8String, Buffer.from("x".repeat(70)));
      const refusal = sequence(sequence(integer("02"), sequence(reason)));
      expect(await facts("x", refusal)).toEqual({ ...NONE, role: "rfc3161" });
    });

    test("of more than 262,144 bytes is read whole", async () => {
      const longer = makeToken({
        signer: await issueUnit(await issueAuthority("Root")),
        certificates: Array.from({ length: 3 }, () => encodeDer(TAG.sequence, new Uint8Array(100_000))),
      });
      expect(await facts("s.tsr", await longer)).toMatchObject({ role: "rfc3161" });
    });

    test("in a container: its content and the original inside", async () => {
      const content = new TextEncoder().encode("content");
      const made = await createAsic({ original: content, name: "a.txt", seal: token });
      const container = new Uint8Array(await made.arrayBuffer());
      const found = { ...NONE, about, hasSeal: true, inside: { name: "a.txt", sizeBytes: 7 } };
      expect(await facts("x", container)).toEqual({ ...found, role: "asic-s" });
      const unnamed = zip({ "a.txt": content, "META-INF/timestamp.tst": token });
      expect(await facts("x", unnamed)).toEqual({ ...found, role: "asic-s" });
      const broken = zip({ "a.txt": "", "b.txt": "", "META-INF/timestamp.tst": token });
      expect(await facts("x", broken)).toEqual({ ...NONE, role: "asic-s", hasSeal: true });
    });
  });

  describe("a package", () => {
    const SEAL = { "seal/timestamp.tsr": "x" };

    test("its content, its root, its seal, the original inside", async () => {
      const found = { ...NONE, role: "evidence-zip", about: CONTENT, root: ROOT };
      expect(await facts("x", zip({ "proof.json": text }))).toEqual(found);
      expect(await facts("x", zip({ "other.txt": "", "proof.json": text, "seal/other": "" }))).toEqual(found);
      const files = {
        "original/": "",
        "x/original/": "",
        "original/a/b.txt": "12345",
        "proof.json": text,
        ...SEAL,
      };
      expect(await facts("x", zip(files))).toEqual({
        ...found,
        hasSeal: true,
        inside: { name: "a/b.txt", sizeBytes: 5 },
      });
    });

    test("its seal under the name that it had in 0.1.0", async () => {
      const early = zip({ "proof.json": text, "seal/qualified-timestamp.tsr": "x" });
      expect((await facts("x", early)).hasSeal).toBe(true);
    });

    test("whose proof is damaged or too large stays evidence; one without is an archive like others", async () => {
      const inside = { name: "a", sizeBytes: 1 };
      for (const damaged of ["{}", " ".repeat(8_388_609)]) {
        const bytes = zip({ "proof.json": damaged, "original/a": "x", ...SEAL });
        expect(await facts("x", bytes)).toEqual({ ...NONE, role: "evidence-zip", hasSeal: true, inside });
      }
      const without = zip({ "a.txt": "x", "README.txt": "" });
      expect(await facts("svc-evidencia-abc.zip", without)).toEqual({ ...NONE, role: "other" });
      // Unless it is one from before its proof.
      const early = zip({ "README.txt": "x", "certificate.pdf": "x" });
      expect(await facts("x", early)).toEqual({ ...NONE, role: "evidence-zip" });
    });
  });

  test("a witness: its payload's content and its header", async () => {
    const witness = vector("evm-witness/good/witness.json");
    const { role, header, about } = await facts("w.json", witness);
    expect([role, header, about]).toEqual([
      "evm-witness",
      expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
      expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
    ]);
    expect(await facts("w.json", '{"format":"svc-evm-witness/1"}')).toEqual({ ...NONE, role: "evm-witness" });
    expect((await facts("w.json", vector("evm-witness/good/only-transaction.json"))).role).toBe(
      "evm-witness",
    );
  });

  test("a proof of more than one read is evidence of nothing that is known", async () => {
    const padded = `${text.trimEnd().slice(0, -1)}${" ".repeat(300_000)}}`;
    expect(await facts("p.json", padded)).toEqual({ ...NONE, role: "svc-proof/2" });
    const timestamp = Buffer.concat([vector("given/files/content.ots"), Buffer.alloc(300_000)]);
    expect(await facts("t.ots", timestamp)).toEqual({ ...NONE, role: "opentimestamps" });
  });

  test("what is offered to evidence says of which heights, and what cannot be read is offered to none", async () => {
    const headers = await lookAt(file("h", `840000 ${"ab".repeat(80)}\n840001 ${"ab".repeat(80)}\n`));
    expect([headers.role, headers.found?.heights]).toEqual(["headers", [[840_000, 840_001]]]);
    for (const [text, looksLike] of [
      ["-----BEGIN CERTIFICATE-----\n", "certificates"],
      [`840000 ${"ab".repeat(80)}\nx`, "bitcoin_headers"],
    ] as const) {
      const damaged = await lookAt(file("c", text));
      expect(damaged).toMatchObject({ role: "other", found: null, looksLike, fault: expect.any(String) });
    }
  });

  test("lists and answers of revocation are recognised by their bytes", async () => {
    const root = await issueAuthority("Root");
    const unit = await issueUnit(root);
    const crl = (await issueCrl(root)).der;
    expect(await lookAt(file("l", crl))).toMatchObject({ role: "crl", found: { kind: "crl" } });
    const answer = (await issueOcspResponse(root, unit.certificate)).der;
    expect(await lookAt(file("a", answer))).toMatchObject({ role: "ocsp", found: { kind: "ocsp_response" } });
  });

  test.each([0, 1])(
    "a certificate: its content, its root, and whether it holds a seal: %i",
    async (seals) => {
      const attachments = [
        { name: "proof.json", data: text },
        ...(seals === 0 ? [] : [{ name: "qualified-timestamp.tsr", data: "x" }]),
      ];
      const bytes = pdfOf({ objects: attachmentObjects(attachments) });
      const found = await facts("x", bytes);
      expect(found).toEqual({
        ...NONE,
        role: "certificate-pdf",
        about: CONTENT,
        root: ROOT,
        hasSeal: seals > 0,
      });
    },
  );

  describe("a certificate of which only compressed objects name the proof", () => {
    const damaged = vector("given/files/certificate-signed-by-pyhanko.pdf");
    const changed = (from: RegExp, to: string) =>
      Buffer.from(damaged.toString("latin1").replace(from, to), "latin1");

    test.each<[string, Uint8Array]>([
      ["its end", damaged.subarray(0, -100)],
      ["widths that are numbers", changed(/\/W \[ 1 8 2 \]/g, "/W [ 1 /8 2 ]")],
      ["the place of its objects", changed(/startxref\n[0-9]+/g, "startxref\n7")],
    ])("and that lost %s is damaged evidence", async (_, bytes) => {
      expect(Buffer.from(bytes).includes("proof.json")).toBe(false);
      expect(await lookAt(file("x", bytes))).toMatchObject({ role: "certificate-pdf", fault: null });
    });

    test("is looked for in as many object streams as a certificate may have", async () => {
      const stream = (name: string) =>
        `<< /Type /ObjStm >>\nstream\r\n${deflateSync(name).toString("latin1")}\nendstream\n`;
      const after = (count: number) =>
        Buffer.from(`%PDF-1.7\n${stream("other").repeat(count)}${stream("(proof.json)")}`, "latin1");
      expect((await lookAt(file("x", after(MAX_OBJECT_STREAMS - 1)))).fault).toBeNull();
      expect((await lookAt(file("x", after(MAX_OBJECT_STREAMS)))).fault).toContain("damaged");
    });

    test("is not what decompresses to too much, or not at all", async () => {
      const bomb = deflateSync(Buffer.concat([Buffer.from("proof.json"), Buffer.alloc(2_000_000)]));
      for (const data of [bomb, Buffer.from("garbage")]) {
        const text = `%PDF-1.7\n<< /Type /ObjStm >>\nstream\n${data.toString("latin1")}`;
        expect((await lookAt(file("x", Buffer.from(text, "latin1")))).fault).toContain("damaged");
      }
      expect((await lookAt(file("x", "%PDF-1.7\n<< /Type /ObjStm >>"))).fault).toContain("damaged");
    });
  });

  test("a file is read whole, however few bytes a read gives", async () => {
    const bytes = Buffer.alloc(3000, "x");
    const path = file("short", bytes);
    const { readSync } = fs;
    const replace = (to: typeof readSync) => {
      fs.readSync = to;
      syncBuiltinESMExports();
    };
    let calls = 0;
    replace(((fd: number, into: Buffer, offset: number, length: number, position: number) => {
      calls++;
      return readSync(fd, into, offset, Math.min(length, 1000), position);
    }) as typeof readSync);
    try {
      expect(await lookAt(path)).toMatchObject({ sizeBytes: 3000, sha256: hex("sha256", bytes) });
      expect(calls).toBe(3);
    } finally {
      replace(readSync);
    }
  });
});

describe("recognise", () => {
  const CRL = "0\u001d0\u001b0\u0004\u0006\u0002\u002a\u00030\0\u0017\u0011260101000000+0000";

  test.each([
    ["headers", `0 ${"ab".repeat(80)}\n`, INPUT_LIMITS.headers],
    ["certificates", "-----BEGIN CERTIFICATE-----\n", INPUT_LIMITS.certificates],
    ["crl", CRL, INPUT_LIMITS.crl],
    ["ocsp", "0\u0003\u000a\u0001\0", INPUT_LIMITS.ocspResponse],
  ])("%s are no larger than their limit", (expected, text, limit) => {
    const head = Buffer.from(text, "latin1");
    expect([roleOf(head, "x", limit).role, roleOf(head, "x", limit + 1).role]).toEqual([expected, "other"]);
  });
});
