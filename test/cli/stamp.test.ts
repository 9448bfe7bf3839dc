/** `svc-proof` against one sandbox: from files to evidence that `svc-verify` accepts, and everything that may come between. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run as runCommand, type Sandbox, startSandbox, svcVerify, until } from "../e2e/sandbox.js";
import { lyingProxy } from "./lying-proxy.js";
import { type CommandLine, commandLine } from "./world.js";

let sandbox: Sandbox;
let cli: CommandLine;
beforeAll(async () => {
  sandbox = await startSandbox({
    SVC_CREATIONS_PER_MINUTE: "0",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_DOCUMENTS_PER_MINUTE: "0",
    SVC_SEALS_PER_MINUTE: "0",
    SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
  });
  cli = commandLine({ SVC_PROOF_URL: sandbox.site_url, SVC_PROOF_KEY: sandbox.keys.pro });
});
afterAll(async () => {
  cli?.remove();
  await sandbox?.stop();
});

/** A content that nobody has registered. */
const fresh = () => `${randomUUID()}\n`;

async function proofsUsedToday(key = sandbox.keys.pro): Promise<number> {
  const { lines } = await cli.json(["account"], { env: { SVC_PROOF_KEY: key } });
  return lines[0].account.proofs.used_today;
}

const outcomes = (lines: readonly { type: string; outcome?: string }[]) =>
  lines.filter(({ type }) => type === "file").map(({ outcome }) => outcome);

/** Everything below a folder that is not evidence or an original. */
function leftovers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.svc-proof/.test(name),
  );
}

/** Verifies a folder as far as that works without the sandbox's chain: nothing may fail. */
async function expectSound(folder: string, count: number): Promise<void> {
  const verify = async () =>
    (await svcVerify("--rpc", `${sandbox.chain_id}=${sandbox.rpc_url}`, folder)).stdout;
  let stdout = await verify();
  // The block may be too new for the verifier.
  for (let tries = 0; tries < 20 && stdout.includes("enough confirmations"); tries++) stdout = await verify();
  // A timestamp of a batch that is there in two states is a row of its own.
  expect(stdout).toMatch(
    new RegExp(
      `files?: 0 verified, ${count} of a rehearsal, 0 failed, (?:\\d correct so far, )?0 indeterminate, 0 unreadable`,
    ),
  );
}

describe("stamp", () => {
  test("a folder becomes evidence that svc-verify verifies; again, there is nothing to do", async () => {
    const same = fresh();
    const folder = cli.files("whole", {
      "a.txt": fresh(),
      "sub/b c.txt": fresh(),
      "one.txt": same,
      "two.txt": same,
    });
    symlinkSync("a.txt", join(folder, "link"));
    await runCommand("mkfifo", [join(folder, "pipe")]);
    const before = await proofsUsedToday();
    const { status, lines, stderr } = await cli.json(["stamp", "--wait", "anchored", folder]);
    expect(stderr).toBe("svc-proof: left out: symbolic links: 1, special files: 1\n");
    expect(status).toBe(0);
    expect(outcomes(lines)).toEqual(["written", "written", "written", "written"]);
    expect(lines.at(-1)).toEqual({ type: "summary", outcomes: { written: 4 }, exit_status: 0 });
    expect((await proofsUsedToday()) - before).toBe(3);
    await expectSound(folder, 4);
    expect(leftovers(folder)).toEqual([]);
    const again = await cli.json(["stamp", "--wait", "anchored", folder]);
    expect(outcomes(again.lines)).toEqual(["present", "present", "present", "present"]);
    expect((await proofsUsedToday()) - before).toBe(3);
  });

  test("without --wait it ends when all are registered, and fetch writes the evidence", async () => {
    const folder = cli.files("later", { "a.txt": fresh(), "b.txt": fresh() });
    const { status, lines, stderr } = await cli.json(["stamp", "--zip", "--certificate", "fr", folder]);
    expect([status, outcomes(lines)]).toEqual([0, ["registered", "registered"]]);
    expect(stderr).toContain(`\`svc-proof fetch ${folder}\` writes the evidence`);
    expect(statSync(join(folder, ".svc-proof")).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, "a.txt.svc.zip"))).toBe(false);
    // Moved, as folders are.
    const moved = join(cli.folder, "later, moved");
    renameSync(folder, moved);
    const fetched = await cli.json(["fetch", "--wait", "anchored"], { cwd: moved });
    expect([fetched.status, outcomes(fetched.lines)]).toEqual([0, ["written", "written"]]);
    await expectSound(moved, 2);
    expect(leftovers(moved)).toEqual([]);
    const { stdout } = await runCommand("unzip", ["-l", join(moved, "a.txt.svc.zip")]);
    expect(stdout).toContain("certificate.pdf");
  });

  test("--seal and --deposit are done once, and the evidence has the seal", async () => {
    const folder = cli.files("sealed", { "a.txt": fresh() });
    const seals = async () => (await cli.json(["account"])).lines[0].account.seals.remaining;
    const before = await seals();
    const words = ["stamp", "--wait", "anchored", "--seal", "--deposit", folder];
    const { status, lines } = await cli.json(words);
    expect([status, outcomes(lines), lines[0].seal]).toEqual([0, ["written"], "issued"]);
    expect(existsSync(join(folder, "a.txt.proof/seal/timestamp.tsr"))).toBe(true);
    expect((await cli.json(words)).status).toBe(0);
    expect(before - (await seals())).toBe(1);
    expect((await cli.json(["list", "--limit", "1"])).lines[0].proof.original).toMatchObject({
      stored: true,
    });
  });

  test("upgrade adds the block of Bitcoin, keeps what is the reader's, and status knows of it", async () => {
    const folder = cli.files("upgraded", { "a.txt": fresh(), "b.txt": fresh() });
    await cli.json(["stamp", "--wait", "anchored", join(folder, "a.txt")]);
    const { lines: last } = await cli.json(["stamp", "--wait", "anchored", "--zip", join(folder, "b.txt")]);
    writeFileSync(join(folder, "a.txt.proof/notes.txt"), "mine");
    const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
    await until(async () => {
      const answer = await fetch(`${sandbox.base_url}/proofs/${last[0].id}`, { headers });
      return (await answer.json()).bitcoin.state === "confirmed";
    }, 60_000);
    const told = await cli.json(["status", folder]);
    expect(told.lines.slice(0, 2).map(({ bitcoin }) => bitcoin)).toEqual(["confirmed", "confirmed"]);
    const { status, lines } = await cli.json(["upgrade", folder]);
    expect(status).toBe(0);
    for (const outcome of outcomes(lines)) expect(["upgraded", "present"]).toContain(outcome);
    expect(existsSync(join(folder, "a.txt.proof/bitcoin/headers.json"))).toBe(true);
    expect(readFileSync(join(folder, "a.txt.proof/notes.txt"), "utf8")).toBe("mine");
    expect(outcomes((await cli.json(["upgrade", folder])).lines)).toEqual(["present", "present"]);
    const after = await cli.json(["status", folder]);
    expect([after.status, outcomes(after.lines)]).toEqual([0, ["present", "present"]]);
    await expectSound(folder, 2);
  });

  test("fetch by identifier, as a folder and as a package", async () => {
    const folder = cli.files("by-id", { "a.txt": fresh() });
    const { lines } = await cli.json(["stamp", "--wait", "anchored", folder]);
    const target = cli.files("fetched", {});
    for (const options of [[], ["--zip"]]) {
      const { status } = await cli.json(["fetch", ...options, "--output", target, lines[0].id]);
      expect(status).toBe(0);
    }
    expect(readdirSync(target).sort()).toEqual([`${lines[0].id}.proof`, `${lines[0].id}.svc.zip`]);
    const unknown = await cli.json(["fetch", "--output", target, randomUUID()]);
    expect([unknown.status, unknown.lines[0].error.code]).toEqual([4, "not_found"]);
  });

  test("3: a folder that cannot be written, and a name that leaves no room, before anything is registered", async () => {
    const name = `${"n".repeat(248)}.txt`;
    const folder = cli.files("unwritable", { "a.txt": fresh(), [name]: fresh() });
    const before = await proofsUsedToday();
    const long = await cli.json(["stamp", join(folder, name)]);
    expect([long.status, long.lines[0].error.code]).toEqual([3, "name_too_long"]);
    expect(long.lines[0].error.message).toMatch(/: rename the file, to n{245}\.txt for example$/);
    if (process.getuid?.() !== 0) {
      chmodSync(folder, 0o500);
      const { status, lines } = await cli.json(["stamp", join(folder, "a.txt")]);
      chmodSync(folder, 0o700);
      expect([status, lines[0].error.code]).toEqual([3, "eacces"]);
    }
    expect(await proofsUsedToday()).toBe(before);
  });
});

describe("a run that is killed", () => {
  test("goes on where it was: nothing is registered twice, nothing is half written", async () => {
    const names = Array.from({ length: 36 }, (_, i) => `${i % 5}/file ${i}.bin`);
    const folder = cli.files("killed", Object.fromEntries(names.map((name) => [name, fresh()])));
    const before = await proofsUsedToday();
    const words = ["stamp", "--wait", "anchored", folder];
    // Seeded moments over the whole of a run, from before the first request to the last writes.
    for (const delayMs of [150, 320, 520, 800, 1500]) {
      await cli.run(words, { onStart: (child) => setTimeout(() => child.kill("SIGKILL"), delayMs) });
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!name.endsWith(".proof")) continue;
        // Under its own name evidence is whole.
        expect(() => JSON.parse(readFileSync(join(folder, name, "proof.json"), "utf8"))).not.toThrow();
      }
    }
    const { status, lines } = await cli.json(words);
    expect(status).toBe(0);
    for (const outcome of outcomes(lines)) expect(["written", "present"]).toContain(outcome);
    expect((await proofsUsedToday()) - before).toBe(names.length);
    await expectSound(folder, names.length);
    expect(leftovers(folder)).toEqual([]);
  });

  test("Ctrl-C ends it with the way to go on", async () => {
    const folder = cli.files("interrupted", { "a.txt": fresh() });
    const { status, stderr } = await cli.run(["stamp", "--wait", "bitcoin", "--timeout", "600", folder], {
      onStart: (child) => {
        // Once it has begun to remember what it does.
        const begun = setInterval(() => {
          if (!existsSync(join(folder, ".svc-proof"))) return;
          clearInterval(begun);
          child.kill("SIGINT");
        }, 50);
        child.once("exit", () => clearInterval(begun));
      },
    });
    if (status !== 0) {
      expect(status).toBe(130);
      expect(stderr).toContain("interrupted; nothing is lost: the same command goes on");
    }
    expect((await cli.json(["stamp", "--wait", "anchored", folder])).status).toBe(0);
    expect(leftovers(folder)).toEqual([]);
  });
});

// Each has files of its own, and counts no proofs of the account that they share.
describe.concurrent("what is refused", () => {
  test("5: a service that is down; the files go on waiting for it", async () => {
    const folder = cli.files("down", { "a.txt": fresh() });
    const { status, lines, stderr } = await cli.json(["stamp", folder], {
      env: { SVC_PROOF_URL: "http://127.0.0.1:1" },
    });
    expect([status, outcomes(lines)]).toEqual([5, ["stopped"]]);
    expect(stderr).toContain("no answer from 127.0.0.1:1");
    expect((await cli.json(["stamp", "--wait", "anchored", folder])).status).toBe(0);
  });

  test("5: something that is not the API", async () => {
    const server = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const { status } = await cli.run(["account"], { env: { SVC_PROOF_URL: `http://127.0.0.1:${port}` } });
    server.close();
    expect(status).toBe(5);
  });

  test("3: a folder that a machine which is gone has locked: how to go on is told", async () => {
    const folder = cli.files("locked", { "a.txt": fresh() });
    await cli.json(["stamp", folder]);
    const state = join(folder, ".svc-proof");
    const journal = join(state, readdirSync(state).find((name) => name.endsWith(".journal"))!);
    writeFileSync(`${journal}.lock`, JSON.stringify({ host: "gone", pid: 1, id: randomUUID() }));
    const { status, lines, stderr } = await cli.json(["stamp", folder]);
    expect([status, outcomes(lines)]).toEqual([3, ["stopped"]]);
    expect(stderr).toContain(`(${journal}.lock). If none is, remove that lock`);
    rmSync(`${journal}.lock`);
    const told = await cli.json(["status", folder]);
    expect([told.status, outcomes(told.lines)]).toEqual([2, ["pending"]]);
    expect(told.stderr).toContain("`svc-proof upgrade` writes what has come");
  });

  test("4: a key that is not valid", async () => {
    const folder = cli.files("revoked", { "a.txt": fresh() });
    const env = { SVC_PROOF_KEY: `svc_${randomBytes(32).toString("base64url")}` };
    const { status, lines, stderr } = await cli.json(["stamp", folder], { env });
    expect([status, outcomes(lines), lines[0].error.code]).toEqual([4, ["stopped"], "unauthorized"]);
    expect(stderr).toContain("the key is not valid, or was revoked");
    expect(stderr).not.toContain(env.SVC_PROOF_KEY);
  });

  test("4: the day's proofs are used up; what was registered gets its evidence", async () => {
    const folder = cli.files(
      "limit",
      Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`${i}`, fresh()])),
    );
    const env = { SVC_PROOF_KEY: sandbox.keys.free };
    const { status, lines, stderr } = await cli.json(["stamp", "--wait", "anchored", folder], { env });
    expect(status).toBe(4);
    expect(lines.at(-1).outcomes).toEqual({ written: 10, stopped: 4 });
    expect(stderr).toMatch(
      /the 10 proofs of this day are used up; run the same command again in \d+ (?:hours|minutes|s)/,
    );
    expect(await proofsUsedToday(sandbox.keys.free)).toBe(10);
    await expectSound(folder, 10);
  });

  test("1: evidence is never written over something else, nor over evidence of an earlier content", async () => {
    const folder = cli.files("occupied", { "a.txt": fresh(), "b.txt": fresh(), "c.txt": fresh() });
    writeFileSync(join(folder, "a.txt.proof"), "mine");
    mkdirSync(join(folder, "b.txt.proof"));
    writeFileSync(join(folder, "b.txt.proof/mine.txt"), "mine");
    expect((await cli.json(["stamp", "--wait", "anchored", join(folder, "c.txt")])).status).toBe(0);
    const before = readFileSync(join(folder, "c.txt.proof/proof.json"), "utf8");
    appendFileSync(join(folder, "c.txt"), "changed");
    const { status, lines } = await cli.json([
      "stamp",
      "--wait",
      "anchored",
      ...["a", "b", "c"].map((name) => join(folder, `${name}.txt`)),
    ]);
    expect(status).toBe(1);
    expect(lines.slice(0, 3).map(({ outcome, error }) => [outcome, error.code])).toEqual([
      ["occupied", "output_not_ours"],
      ["occupied", "output_not_ours"],
      ["occupied", "output_of_other_content"],
    ]);
    expect(readFileSync(join(folder, "a.txt.proof"), "utf8")).toBe("mine");
    expect(readFileSync(join(folder, "c.txt.proof/proof.json"), "utf8")).toBe(before);
  });

  test("1: a file that is changed after it was read is told; its evidence is of what was read", async () => {
    const folder = cli.files("changed", { "a.txt": fresh() });
    await cli.json(["stamp", folder]);
    appendFileSync(join(folder, "a.txt"), "more");
    const { status, lines } = await cli.json(["fetch", "--wait", "anchored", folder]);
    expect([status, lines[0].outcome, lines[0].error.code]).toEqual([1, "changed", "changed_since"]);
    expect(existsSync(join(folder, "a.txt.proof/proof.json"))).toBe(true);
  });

  test("1: status and upgrade tell a file that its evidence is not about, and upgrade adds to the evidence", async () => {
    const folder = cli.files("pairs", { "a.txt": fresh(), "b.txt": fresh() });
    await cli.json(["stamp", "--wait", "anchored", folder]);
    appendFileSync(join(folder, "a.txt"), "changed");
    rmSync(join(folder, "b.txt"));
    for (const command of ["status", "upgrade"]) {
      const { status, lines } = await cli.json([command, folder]);
      const of = (name: string) => lines.find(({ path }) => path === join(folder, name));
      const [a, b] = [of("a.txt"), of("b.txt")];
      expect([command, status, a.outcome, a.error.code]).toEqual([command, 1, "changed", "changed_since"]);
      // Where there is no file, there is no pair.
      expect([command, b.error]).toEqual([command, null]);
    }
  });

  test("1: damaged evidence is told by upgrade", async () => {
    const folder = cli.files("damaged", { "a.txt": fresh() });
    await cli.json(["stamp", "--wait", "anchored", folder]);
    writeFileSync(join(folder, "a.txt.proof/proof.json"), "");
    const { status, lines } = await cli.json(["upgrade", folder]);
    expect([status, lines[0].error.code]).toEqual([1, "output_damaged"]);
    rmSync(join(folder, "a.txt.proof"), { recursive: true });
    expect((await cli.json(["stamp", "--wait", "anchored", folder])).status).toBe(0);
  });
});

describe.concurrent("what is said is what the evidence shows", () => {
  test("evidence of another content, or that was changed, is not called evidence by any command", async () => {
    const folder = cli.files("forged", { "a.txt": fresh(), "b.txt": fresh() });
    expect((await cli.json(["stamp", "--wait", "anchored", folder])).status).toBe(0);
    const [a, b] = ["a", "b"].map((name) => join(folder, `${name}.txt.proof/proof.json`)) as [string, string];
    const [ofA, ofB] = [readFileSync(a, "utf8"), readFileSync(b, "utf8")];
    writeFileSync(a, ofB.replace(JSON.parse(ofB).content.hash, JSON.parse(ofA).content.hash));
    for (const words of [["stamp"], ["stamp", "--wait", "anchored"], ["fetch"], ["status"], ["upgrade"]]) {
      const { status, lines } = await cli.json([...words, folder]);
      expect([words, status], JSON.stringify(lines)).toEqual([words, 1]);
      const [told] = lines.filter(({ path }) => path?.endsWith("a.txt"));
      expect(told.error.code).toBe("output_damaged");
      expect(told.error.message).toContain("leaf leaf_value_mismatch");
    }
  });

  test("2: a block of Bitcoin and a seal that the service claims to have, and does not give", async () => {
    const proxy = await lyingProxy(sandbox.site_url, {
      hides: /\.(?:ots|headers\.json)$|\/qualified\.tsr$/,
      change: (text) =>
        text.replaceAll('{"state":"pending","block_height":null}', '{"state":"confirmed","block_height":9}'),
    });
    const env = { SVC_PROOF_URL: proxy.url };
    const folder = cli.files("withheld", { "a.txt": fresh() });
    const first = await cli.json(["stamp", "--wait", "anchored", "--seal", folder], { env });
    const second = await cli.json(["stamp", "--wait", "bitcoin", folder], { env });
    proxy.close();
    for (const { status, lines } of [first, second]) {
      const [{ outcome, error, bitcoin, seal }] = lines;
      expect([status, outcome, error?.code]).toEqual([2, "pending", "evidence_withheld"]);
      expect([bitcoin, seal]).toEqual(["pending", "pending"]);
    }
  });

  test("status tells a service that has another content by that identifier", async () => {
    const folder = cli.files("swapped", { "a.txt": fresh() });
    const { lines } = await cli.json(["stamp", "--wait", "anchored", folder]);
    const proxy = await lyingProxy(sandbox.site_url, {
      change: (text) => text.replaceAll(lines[0].hash, "0".repeat(64)),
    });
    // The state of a folder is that of a service; evidence is not.
    const told = await cli.json(["status", folder], { env: { SVC_PROOF_URL: proxy.url } });
    proxy.close();
    expect([told.status, told.lines[0].error?.code]).toEqual([1, "proof_of_other_content"]);
  });

  test("4: a proof that the account does not have is told; the others have their evidence", async () => {
    const folder = cli.files("mixed", { "a.txt": fresh(), "b.txt": fresh() });
    const { lines: registered } = await cli.json(["stamp", folder]);
    const state = join(folder, ".svc-proof");
    const list = join(state, readdirSync(state).find((name) => name.endsWith(".pending.jsonl"))!);
    const text = readFileSync(list, "utf8");
    writeFileSync(list, text.replaceAll(registered[0].id, randomUUID()));
    const { status, lines } = await cli.json(["fetch", "--wait", "anchored", folder]);
    expect([status, lines.at(-1).outcomes]).toEqual([4, { refused: 1, written: 1 }]);
  });

  test("3: a list of pending files that leads out of its folder by a link", async () => {
    const folder = cli.files("linked", { "a.txt": fresh() });
    const outside = cli.files("outside", { "a.txt": "mine" });
    await cli.json(["stamp", folder]);
    symlinkSync(outside, join(folder, "link"));
    const state = join(folder, ".svc-proof");
    const list = join(state, readdirSync(state).find((name) => name.endsWith(".pending.jsonl"))!);
    writeFileSync(list, readFileSync(list, "utf8").replaceAll('"path":"a.txt"', '"path":"link/a.txt"'));
    const { status, lines } = await cli.json(["fetch", "--wait", "anchored", folder]);
    expect([status, lines[0].error?.code]).toEqual([3, "outside"]);
    expect(readdirSync(outside)).toEqual(["a.txt"]);
  });
});

test.concurrent("hostile names: no control character reaches the terminal, and each file has its evidence", async () => {
  const names = ["\u001b[2Jgood", "line\nfeed", "-rf", "--json", "'\"`$(x)", "\u202egnp.exe", "证明 ✓", " "];
  const folder = cli.files("hostile", Object.fromEntries(names.map((name) => [name, fresh()])));
  const { status, stdout, stderr } = await cli.run(["stamp", "--wait", "anchored", "--", folder]);
  expect(status, stderr).toBe(0);
  for (const text of [stdout, stderr])
    for (const hostile of ["\u001b", "\u202e"]) expect(text).not.toContain(hostile);
  expect(stdout.split("\n").filter((line) => line.includes(": written: "))).toHaveLength(names.length);
  for (const name of names) expect(existsSync(join(folder, `${name}.proof/proof.json`)), name).toBe(true);
  const { lines } = await cli.json(["stamp", folder]);
  expect(
    lines
      .slice(0, -1)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(names.map((name) => join(folder, name)).sort());
});

test.concurrent.each([
  ["a folder", []],
  ["a package", ["--zip"]],
] as const)(
  "1: a file that was changed after it was stamped, beside %s of its evidence",
  async (name, more) => {
    const text = fresh();
    const folder = cli.files(`stamped, ${name}`, { "app.tar": text });
    await cli.json(["stamp", "--wait", "anchored", ...more, folder]);
    await expectSound(folder, 1);
    writeFileSync(join(folder, "app.tar"), "changed");
    const words = ["verify", "--rpc", `${sandbox.chain_id}=${sandbox.rpc_url}`];
    const { status, stdout } = await cli.run([...words, folder]);
    expect(status).toBe(1);
    for (const content of [text, "changed"]) {
      expect(stdout).toContain(createHash("sha256").update(content).digest("hex"));
    }
    // The file beside what is named alone is not looked for.
    const [evidence] = readdirSync(folder).filter((entry) => entry.startsWith("app.tar."));
    expect((await cli.run([...words, join(folder, evidence!)])).status).toBe(0);
  },
);

test.concurrent("verify is svc-verify: output and exit status, byte for byte", async () => {
  const folder = cli.files("verified", { "a.txt": fresh() });
  await cli.json(["stamp", "--wait", "anchored", folder]);
  const words = ["--csv", folder];
  for (const given of [words, ["--help"], [join(folder, "missing")]]) {
    const [ours, theirs] = [await cli.run(["verify", ...given]), await svcVerify(...given)];
    // Both say when they checked.
    const isTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
    expect({ ...ours, stdout: ours.stdout.replace(isTime, "") }).toEqual({
      ...theirs,
      stdout: theirs.stdout.replace(isTime, ""),
    });
  }
});
