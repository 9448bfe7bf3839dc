/** `svc-verify FOLDER`: files find each other by their fingerprints, in this program and in the one file of the site. */

import { createHash, randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodePortableProof, type PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import type { Report } from "@svc-proof/verifier-lib";
import { afterAll, describe, expect, test } from "vitest";
import { pdfOf } from "../../verifier-lib/src/archive/pdf.testing.js";
import { exampleProof, ORIGINAL } from "../../verifier-lib/src/judge/example.testing.js";
import { PROOF, packed, timestampOfOriginal } from "../evidence-packages.js";
import { type Run, root, run, svcVerify } from "./sandbox.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-proof-folders-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;

/** A folder with files by their paths. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(scratch, `${count++}`);
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A proof of one leaf. */
function proofOf(content: string | Uint8Array, id = "58690884-2e5a-4060-8a76-bb73d5c4af95"): string {
  const hash = createHash("sha256").update(content).digest("hex");
  const leaf = bytesToHex(leafHash(id, hash));
  const proof: PortableProof = {
    schema: "svc-proof/2",
    proof_id: id,
    content: { algorithm: "SHA-256", hash },
    leaf: { formula: LEAF_FORMULA, value: leaf },
    merkle: { index: 0, path: [], root: leaf },
    anchors: [
      {
        chain_id: 1,
        network: "Ethereum",
        tx_hash: `0x${"ab".repeat(32)}`,
        block_number: 1000,
        payload: anchorPayload(leaf),
      },
    ],
    attestations: [],
  };
  return encodePortableProof(proof);
}

const reportsOf = ({ stdout }: Run): Report[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ format }) => format !== "svc-verification-file/1");
const nameOf = (report: Report, folder: string) => report.input.name?.slice(folder.length + 1);
const statusOf = (report: Report | undefined, id: string) =>
  report?.checks.find((check) => check.id === id)?.status;

describe("svc-verify FOLDER", () => {
  test("takes each original to its proof, whatever their names and folders", async () => {
    const folder = folderOf({
      "proofs/1.json": proofOf("one"),
      "proofs/2.json": proofOf("two"),
      "documents/deep/a.txt": "two",
      "documents/b.txt": "one",
      "documents/copy of b.txt": "one",
      "documents/c.txt": "three",
    });
    const run = await svcVerify("--json", folder);
    const reports = reportsOf(run);
    expect([run.status, run.stderr]).toEqual([2, ""]);
    expect(reports.map((report) => nameOf(report, folder))).toEqual(["proofs/1.json", "proofs/2.json"]);
    expect(reports.map((report) => statusOf(report, "content"))).toEqual(["passed", "passed"]);
    expect(reports.map(({ inputs }) => inputs[0]?.name)).toEqual(
      ["documents/b.txt", "documents/deep/a.txt"].map((path) => join(folder, path)),
    );
    const { stdout } = await svcVerify(folder);
    expect(stdout).toContain(
      "2 files: 0 verified, 0 failed, 2 correct so far, 0 indeterminate, 0 unreadable",
    );
    expect(stdout).toContain(
      `1 file is not evidence, and has none here:\n  ${join(folder, "documents/c.txt")} (a text)\n`,
    );
  });

  test("a changed original is pointed out by its name, and is no success and no failure of the proof", async () => {
    const folder = folderOf({
      "contract.pdf.json": proofOf("as signed"),
      "contract.pdf": "as changed",
      "other.txt": "of no proof",
    });
    const { status, stdout } = await svcVerify(folder);
    expect(status).toBe(2);
    expect(stdout).toContain(`probably changed: ${join(folder, "contract.pdf")}`);
    expect(stdout).not.toContain(`probably changed: ${join(folder, "other.txt")}`);
    const [report] = reportsOf(await svcVerify("--json", folder));
    expect(report?.notices).toContainEqual({
      code: "original_probably_changed",
      evidence: { parts: [join(folder, "contract.pdf")] },
    });
  });

  test("a package names its original: a file of that name or size is pointed out", async () => {
    const original = { name: "original/fox.txt", content: ORIGINAL };
    const folder = folderOf({
      "evidence.zip": await packed(PROOF, original),
      "fox.txt": "changed",
      "of the same size.txt": Buffer.alloc(ORIGINAL.length),
    });
    const { stdout } = await svcVerify(folder);
    for (const name of ["fox.txt", "of the same size.txt"]) {
      expect(stdout).toContain(`probably changed: ${join(folder, name)}`);
    }
    // The original inside has the fingerprint: nothing to ask for.
    writeFileSync(join(folder, "fox.txt"), ORIGINAL);
    expect((await svcVerify(folder)).stdout).not.toContain("probably changed");
  });

  test("timestamps join the proof of their content, ordinary files are no evidence", async () => {
    const folder = folderOf({
      "a/proof.json": PROOF.content as Uint8Array,
      "a/proof.ots": timestampOfOriginal(),
      "b/fox.txt": ORIGINAL,
      "b/report.json": JSON.stringify({ input: { type: "svc-proof/2" } }),
      "b/plain.pdf": pdfOf({
        objects: ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"],
      }),
      "b/archive.zip": await packed({ name: "x.txt", content: new Uint8Array(3) }),
    });
    const [report, ...others] = reportsOf(await svcVerify("--json", folder));
    expect(others).toEqual([]);
    expect(statusOf(report, "bitcoin")).toBe("indeterminate");
    expect(report?.inputs).toContainEqual(
      expect.objectContaining({ kind: "timestamp", name: join(folder, "a/proof.ots"), status: "checked" }),
    );
  });

  test("a false proof fails, a damaged one does not; the worst decides", async () => {
    const wrong = exampleProof();
    const folder = folderOf({
      "1.json": proofOf("one"),
      "2.json": encodePortableProof({ ...wrong, merkle: { ...wrong.merkle, root: "0".repeat(64) } }),
      "3.json": proofOf("three").slice(0, -20),
    });
    const run = await svcVerify("--json", folder);
    expect([run.status, reportsOf(run).map(({ outcome }) => outcome)]).toEqual([
      1,
      ["indeterminate", "failed", "indeterminate"],
    ]);
  });

  test("nothing to verify is no success; neither is a folder that cannot be read", async () => {
    const empty = await svcVerify(folderOf({}));
    expect([empty.status, empty.stdout]).toEqual([2, "No evidence was found.\n"]);
    const missing = join(scratch, "missing");
    const partly = await svcVerify(folderOf({ "1.json": proofOf("one") }), missing);
    expect([partly.status, partly.stderr]).toEqual([3, `svc-verify: ${missing}: no such file\n`]);
  });

  test("links are not followed, not even in circles", async () => {
    const folder = folderOf({ "a/1.json": proofOf("one") });
    symlinkSync("..", join(folder, "a/up"));
    symlinkSync("1.json", join(folder, "a/2.json"));
    expect(reportsOf(await svcVerify("--json", folder))).toHaveLength(1);
  });

  test("options about one content are refused", async () => {
    const folder = folderOf({});
    const { status, stderr } = await svcVerify("--original", "x", folder);
    expect([status, stderr]).toEqual([3, expect.stringContaining("--original: expected FILE, not FOLDER")]);
  });

  test("--csv keeps hostile names from spreadsheets and terminals", async () => {
    const name = '=cmd|"x"!A1,\u001b[2J.json';
    const folder = folderOf({ [name]: proofOf("one") });
    const { stdout } = await run("bash", [
      "-c",
      `cd '${folder}' && '${process.execPath}' '${join(root, "verifier-lib/bin/svc-verify.js")}' --csv *.json`,
    ]);
    const [titles, row] = stdout.split("\r\n");
    expect(titles).toMatch(/^file,outcome,reason,verdict,existed_no_later_than,source,/);
    expect(row).toMatch(/^"'=cmd\|""x""!A1,\ufffd\[2J\.json",indeterminate,missing,soFar,,,/);
  });
});

describe("many files", () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i): [string, string | Uint8Array][] => {
      const original = i === 137 ? Buffer.alloc(300_000, "large") : randomBytes(100);
      const id = `58690884-2e5a-4060-8a76-${`${i}`.padStart(12, "0")}`;
      return [
        [`${i}.bin`, original],
        [`proofs/${i}.json`, proofOf(original, id)],
      ];
    }).flat(),
  );
  const folder = folderOf(files);
  const expectAll = (run: Run) => {
    const reports = reportsOf(run);
    expect(run.stderr).toBe("");
    expect(reports).toHaveLength(300);
    expect(reports.every((report) => statusOf(report, "content") === "passed")).toBe(true);
    const names = reports.map((report) => report.input.name!);
    expect(names).toEqual([...names].sort());
  };

  test("are shared among threads and answered in order", async () => {
    expectAll(await svcVerify("--json", folder));
  });

  const program = join(root, "verifier-web/dist/site/svc-verify.mjs");
  if (!existsSync(program) && process.env["CI"]) throw new Error("the site is not built: npm run build");

  test.skipIf(!existsSync(program))(
    "the one file does the same in any folder, under any name, alone",
    async () => {
      const elsewhere = join(scratch, "än other");
      mkdirSync(elsewhere);
      copyFileSync(program, join(elsewhere, "x.mjs"));
      const alone = (...words: string[]) =>
        run(process.execPath, [join(elsewhere, "x.mjs"), ...words], { PATH: "" });
      expectAll(await alone("--json", folder));
      expect(await alone("--version")).toMatchObject({ status: 0, stdout: "svc-verify 0.1.0\n" });
      // A seal needs the trusted lists, which are loaded late elsewhere.
      expect((await alone("trust-list", "show")).stdout).toMatch(/^ES v5 /m);
      const list = JSON.parse(readFileSync(join(dirname(program), "build.json"), "utf8"));
      expect(list.files).toContainEqual({
        path: "svc-verify.mjs",
        size_bytes: readFileSync(program).length,
        sha256: createHash("sha256").update(readFileSync(program)).digest("hex"),
      });
    },
  );
});
