/** `svc-verify` as used by people and by scripts. */

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { afterAll, describe, expect, test } from "vitest";
import { anchored } from "../../verifier-lib/src/judge/anchored.testing.js";
import { root, run, svcVerify } from "./sandbox.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const vectors = join(root, "test/vectors/svc-proof-2");
const good = join(vectors, "good/one-leaf.json");
const bad = readdirSync(join(vectors, "bad"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => join(vectors, "bad", name));
const wrong = join(vectors, "bad/leaf-of-another-proof.json");
const contentHash: string = JSON.parse(readFileSync(good, "utf8")).content.hash;

describe("exit status", () => {
  test("2, offline: a good proof is indeterminate", async () => {
    const { status, stdout, stderr } = await svcVerify(good);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^CORRECT SO FAR: the date is not confirmed yet \(anchor: /);
    expect(stderr).toBe("");
  });

  test("1: a false proof, another original; 2: a proof that is not understood", async () => {
    const notUnderstood = await svcVerify(bad[0]!);
    expect([notUnderstood.status, notUnderstood.stdout]).toEqual([
      2,
      expect.stringMatching(/^INDETERMINATE: /),
    ]);
    for (const words of [[wrong], ["--hash", "0".repeat(64), good], ["--original", good, good]]) {
      const { status, stdout } = await svcVerify(...words);
      expect(status).toBe(1);
      expect(stdout).toMatch(/^FAILED: /);
    }
  });

  test("3: unreadable files, each with its reason and no stack trace", async () => {
    const locked = join(folder, "locked.json");
    writeFileSync(locked, "{}");
    chmodSync(locked, 0);
    const reasons: [string, string][] = [
      [join(folder, "missing.json"), "no such file"],
      ...(process.getuid?.() === 0 ? [] : [[locked, "permission denied"] as [string, string]]),
    ];
    for (const [path, reason] of reasons) {
      const { status, stdout, stderr } = await svcVerify(path);
      expect({ status, stdout, stderr }).toEqual({
        status: 3,
        stdout: "",
        stderr: `svc-verify: ${path}: ${reason}\n`,
      });
    }
    const { status, stderr } = await svcVerify("--original", join(folder, "missing.bin"), good);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: `svc-verify: ${join(folder, "missing.bin")}: no such file\n`,
    });
  });

  test.each([
    [[], "expected at least one FILE"],
    [["--hash", "xyz", "p.json"], "--hash: expected 64 hexadecimal characters"],
    [["--hash", "0".repeat(64), "--original", "a", "p.json"], "--original and --hash: expected one of them"],
    [["--rpc", "http://127.0.0.1", "p.json"], "--rpc: expected CHAIN_ID=URL"],
    [["--rpc", "1=ftp://127.0.0.1", "p.json"], "--rpc: expected CHAIN_ID=URL with an http or https address"],
    [["--rpc", "0=http://127.0.0.1", "p.json"], "--rpc: expected CHAIN_ID=URL"],
    [["--confirmations", "0", "p.json"], "--confirmations: expected an integer from 1"],
    [["--timeout", "1e3", "p.json"], "--timeout: expected an integer from 1"],
    [["--hash", "0".repeat(64), "--hash", "1".repeat(64), "p.json"], "--hash: expected once, got 2 times"],
    [["--original", "a", "--original", "b", "p.json"], "--original: expected once, got 2 times"],
    [["-", "-"], "-: expected once at most"],
    [["--verbose", "p.json"], "Unknown option '--verbose'."],
    [["--orignal", "a", "p.json"], "Unknown option '--orignal'. Did you mean --original?"],
    [["--json", "--csv", "p.json"], "--json and --csv: expected one of them"],
    [["--color", "red", "p.json"], "--color: expected auto, always, never"],
    [["completion", "tcsh"], "completion: expected bash, zsh, fish"],
    [["trust-list", "shwo"], "Did you mean show?"],
    [["--hash"], "argument missing"],
  ])("3: wrong usage %j", async (words, text) => {
    const { status, stdout, stderr } = await svcVerify(...words);
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain(text);
    expect(stderr).toContain('Try "svc-verify --help".');
  });

  test("0: help and version", async () => {
    expect(await svcVerify("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Usage: svc-verify /),
    });
    expect(await svcVerify("--version")).toMatchObject({ status: 0, stdout: "svc-verify 0.1.0\n" });
  });
});

describe("for people", () => {
  test("each open check names the option that may settle it, and a terminal gets colours and signs", async () => {
    const { stdout } = await svcVerify("--color=always", good);
    expect(stdout.split("\n")[0]).toContain("\u001b[36m○ CORRECT SO FAR: ");
    expect(stdout).toContain("→ --online asks public endpoints of Ethereum");
    expect(stdout).toContain("→ --rpc 1=URL asks an endpoint of your own choice");
    expect(stdout).toContain("→ --original FILE compares the file itself");
    expect((await svcVerify(good)).stdout).not.toContain("\u001b");
  });

  test("a file that is no evidence is probably an original", async () => {
    const pdf = join(folder, "it's a contract.pdf");
    writeFileSync(pdf, "%PDF-1.7\nnothing\n%%EOF\n");
    const { status, stderr } = await svcVerify(pdf, good);
    expect(status).toBe(2);
    expect(stderr).toContain(`Did you mean: svc-verify --original '${pdf.replace("'", "'\\''")}' ${good}\n`);
    expect((await svcVerify(bad[0]!)).stderr).toBe("");
  });

  test("the manual page that npm installs and the scripts of shells say what --help says", async () => {
    const page = readFileSync(join(root, "verifier-lib/man/svc-verify.1"), "utf8");
    expect((await svcVerify("man")).stdout, "svc-verify man > verifier-lib/man/svc-verify.1").toBe(page);
    const { stdout: help } = await svcVerify("--help");
    const options = [...new Set(help.match(/--[a-z][a-z-]+/g))];
    expect(options.length).toBeGreaterThan(30);
    for (const option of options) expect(page).toContain(option.replaceAll("-", "\\-"));
    const { stdout: script } = await svcVerify("completion", "bash");
    writeFileSync(join(folder, "completion.bash"), script);
    const complete = async (...words: string[]) => {
      const set = `COMP_WORDS=(svc-verify ${words.join(" ")}); COMP_CWORD=${words.length}`;
      const { stdout } = await run("bash", [
        "-c",
        `compopt() { :; }; source '${join(folder, "completion.bash")}'; ${set}; _svc_verify; echo "\${COMPREPLY[@]}"`,
      ]);
      return stdout.trim().split(" ");
    };
    expect(await complete("--onl")).toEqual(["--online", "--online-revocation"]);
    expect(await complete("--color", "a")).toEqual(["auto", "always"]);
    expect(await complete("trust-list", "")).toEqual(["update", "build", "show", "check"]);
    expect(await complete("trust-list", "update", "--lo")).toEqual(["--lotl", "--lotl-signers"]);
    expect(await complete("comp")).toEqual(["completion"]);
  });
});

test("reports name the files, and --csv has a row of each", async () => {
  const original = join(folder, "original.bin");
  writeFileSync(original, "x");
  const report = JSON.parse((await svcVerify("--json", "--original", original, good)).stdout);
  expect(report.input.name).toBe(good);
  expect(report.inputs[0]).toMatchObject({ kind: "original", name: original, status: "failed" });
  const { stdout } = await svcVerify("--csv", good, wrong);
  expect(stdout.split("\r\n").map((line) => line.split(",").slice(0, 2))).toEqual([
    ["file", "outcome"],
    [good, "indeterminate"],
    [wrong, "failed"],
    [""],
  ]);
});

test("endpoints that are named take the place of the public ones", async () => {
  const { stdout } = await svcVerify("--json", "--online", "--rpc", "1=http://127.0.0.1:1", good);
  const { inputs, checks } = JSON.parse(stdout);
  expect(inputs.filter(({ kind }: { kind: string }) => kind === "evm_source")).toMatchObject([
    { name: "http://127.0.0.1:1", status: "checked" },
  ]);
  expect(checks.find(({ id }: { id: string }) => id === "anchor").code).toBe("source_unreachable");
});

test("3, and no stack trace, if the answer cannot be written", async () => {
  const words = `'${process.execPath}' verifier-lib/bin/svc-verify.js '${good}' > /dev/full`;
  const { status, stderr } = await run("bash", ["-c", words]);
  expect(status).toBe(3);
  expect(stderr).toMatch(/^svc-verify: standard output: no space is left on the device\n$/);
});

test("3: standard input that is a folder", async () => {
  const program = `'${process.execPath}' verifier-lib/bin/svc-verify.js -`;
  for (const input of ["< /tmp"]) {
    const { status, stdout } = await run("bash", ["-c", `${program} ${input}`]);
    expect({ status, stdout }, input).toEqual({ status: 3, stdout: "" });
  }
});

describe("many files", () => {
  const missing = join(folder, "missing.json");

  test("give one line each and a summary; the worst decides", async () => {
    const { status, stdout } = await svcVerify(good, wrong, good);
    const lines = stdout.trimEnd().split("\n");
    expect(status).toBe(1);
    expect(lines.slice(0, 3).map((line) => line.split(": ")[1])).toEqual([
      "CORRECT SO FAR",
      "FAILED",
      "CORRECT SO FAR",
    ]);
    expect(lines.at(-1)).toBe(
      "3 files: 0 verified, 1 failed, 2 correct so far, 0 indeterminate, 0 unreadable",
    );
    expect((await svcVerify(good, missing, wrong)).status).toBe(3);
    expect((await svcVerify(good, good)).status).toBe(2);
  });

  test("with --json give one report a line, in the given order, and nothing else", async () => {
    const { status, stdout, stderr } = await svcVerify("--json", wrong, missing, good);
    const reports = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(status).toBe(3);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["failed", "indeterminate", "indeterminate"]);
    expect(reports[1].checks).toMatchObject([{ id: "format", code: "input_unreadable" }]);
    expect(stderr).toBe(`svc-verify: ${missing}: no such file\n`);
  });

  test("all bad vectors in one call: every one has a report, none a stack trace", async () => {
    const { status, stdout, stderr } = await svcVerify("--json", ...bad);
    const reports = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(reports).toHaveLength(bad.length);
    expect(reports.filter(({ outcome }) => outcome === "verified")).toEqual([]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  });
});

test("no file name and no text of a proof can rewrite the terminal", async () => {
  const forged = join(folder, "x\n\u001b[2Jgood.json: VERIFIED");
  writeFileSync(forged, '{"schema":"svc-proof/2","\u001b[2JVERIFIED":nul}'.replace("\u001b", "\\u001b"));
  const several = await svcVerify(forged, forged);
  expect(several.stdout.split("\n").filter((line) => line !== "")).toHaveLength(3);
  const missing = await svcVerify(join(folder, "\u001b[2J"));
  const json = await svcVerify("--json", forged);
  for (const text of [several.stdout, missing.stderr, json.stdout]) expect(text).not.toContain("\u001b");
  expect(JSON.parse(json.stdout).outcome).toBe("indeterminate");
});

test("a witness is verified alone, and beside its proof", async () => {
  const { proof, witness, block } = anchored();
  const files = {
    "1.json": encodeEvmWitness(witness),
    "proof.json": encodePortableProof(proof),
    "wrong.json": encodeEvmWitness({ ...witness, transactionIndex: 5 }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [own, proofFile, wrong] = Object.keys(files).map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const alone = await svcVerify(own);
  expect(alone.status).toBe(2);
  expect(alone.stdout).toContain(
    "CORRECT SO FAR: the date is not confirmed yet (anchor: the transaction is in the block that the witness shows",
  );
  expect(alone.stdout).toContain(`holds if block ${block.hash} is on the chain`);
  const beside = await svcVerify("--witness", own, proofFile);
  expect(beside.status).toBe(2);
  expect(beside.stdout).toContain("checked        witness 1");
  const failed = await svcVerify("--witness", wrong, proofFile);
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/^FAILED: anchor: .*\(trie_node_hash_mismatch\)/);
  expect((await svcVerify("--witness", own, proofFile, good)).stderr).toContain(
    "--witness: expected one FILE",
  );
});

test("a hash may be given in capitals, as some tools print it", async () => {
  const { stdout } = await svcVerify("--hash", contentHash.toUpperCase(), good);
  expect(stdout).toMatch(/passed +content/);
});

test("a file larger than any proof is refused without being read whole", async () => {
  const large = join(folder, "large.json");
  writeFileSync(large, `{"schema":"svc-proof/2",${" ".repeat(50_000_000)}`);
  const { status, stdout } = await svcVerify(large);
  expect(status).toBe(2);
  expect(stdout).toContain("too_large");
});

test("names that are options, spaces and other scripts are names after --", async () => {
  const odd = join(folder, "--prüfung 证明.json");
  writeFileSync(odd, readFileSync(good));
  mkdirSync(join(folder, "sub"));
  expect((await svcVerify("--", odd)).status).toBe(2);
});

test("- is standard input, of a proof or of more than any proof", async () => {
  const program = `'${process.execPath}' verifier-lib/bin/svc-verify.js -`;
  expect(await run("bash", ["-c", `cat '${good}' | ${program}`])).toMatchObject({ status: 2, stderr: "" });
  const endless = await run("bash", ["-c", `head -c 100000000 /dev/zero | ${program}`]);
  expect(endless).toMatchObject({ status: 2, stderr: "" });
  expect(endless.stdout).toContain("not recognised");
  expect((await run("bash", ["-c", `${program} < /dev/null`])).stdout).toContain("an empty file");
});

test("a reader that closes early causes neither a stack trace nor a success", async () => {
  const many = Array.from({ length: 300 }, () => `'${good}'`).join(" ");
  const { stderr, stdout } = await run("bash", [
    "-c",
    `'${process.execPath}' verifier-lib/bin/svc-verify.js --json ${many} | head -1; echo "\${PIPESTATUS[0]}"`,
  ]);
  expect(JSON.parse(stdout.split("\n")[0]!).outcome).toBe("indeterminate");
  // The reader missed the end, so it is not a success.
  expect(stdout.split("\n")[1]).toBe("3");
  expect(stderr).toBe("");
});
