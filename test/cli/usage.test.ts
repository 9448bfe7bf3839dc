/** What `svc-proof` does without a service: usage, keys, configuration, completion, manual. */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root, run as runCommand } from "../e2e/sandbox.js";
import { commandLine } from "./world.js";

const KEY = `svc_${"k".repeat(43)}`;
const cli = commandLine({});
afterAll(() => cli.remove());
const URL_SET = { SVC_PROOF_URL: "http://127.0.0.1:1" };

describe("3: wrong usage", () => {
  test.each([
    [[], "Usage: svc-proof COMMAND"],
    [["stmap"], 'no command is called "stmap". Did you mean stamp?'],
    [["stamp"], "stamp: expected FILE|FOLDER..."],
    [["stamp", "--wiat", "x", "a"], "Did you mean --wait?"],
    [["stamp", "--wait", "soon", "a"], "--wait: expected anchored, confirmed, bitcoin"],
    [["stamp", "--timeout", "5", "a"], "--timeout: expected --wait beside it"],
    [["stamp", "--wait", "anchored", "--timeout", "0", "a"], "--timeout: expected an integer from 1"],
    [["stamp", "--certificate", "it", "a"], "--certificate: expected en, es, de, fr"],
    [["fetch", "--output", "/nowhere", "."], "--output: /nowhere: no such folder"],
    [["list", "--limit", "-1"], "--limit"],
    [["list", "x"], "list: expected nothing after it"],
    [["completion", "tcsh"], "completion: expected bash, zsh, fish"],
    [["account"], "no service is known"],
  ])("%j", async (words, text) => {
    const { status, stdout, stderr } = await cli.run(words);
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("    at ");
  });

  test("0: help, of everything and of a command, and the version", async () => {
    expect((await cli.run(["--help"])).stdout).toMatch(/^Usage: svc-proof COMMAND/);
    expect((await cli.run(["stamp", "--help"])).stdout).toMatch(/^Usage: svc-proof stamp /);
    expect(await cli.run(["--version"])).toMatchObject({ status: 0, stdout: "svc-proof 0.1.0\n" });
  });
});

describe("keys", () => {
  test.each([
    [["stamp", KEY]],
    [["account", `--url=${KEY}`]],
    [["login", "--key", KEY]],
    [["verify", KEY.slice(0, -1)]],
  ])("an argument that looks like a key is refused, explained, and not repeated: %j", async (words) => {
    const { status, stderr } = await cli.run(words, { env: URL_SET });
    expect(status).toBe(3);
    expect(stderr).toContain("one of the arguments looks like an API key");
    expect(stderr).toContain("revoke it in the dashboard");
    expect(stderr).not.toContain("kkkk");
  });

  test("--key and --api-key are explained too", async () => {
    for (const option of ["--key", "--api-key=abc"]) {
      expect((await cli.run(["account", option])).stderr).toContain("a key is never an argument");
    }
  });

  test("a file of that name is still a file after ./", async () => {
    writeFileSync(join(cli.folder, KEY), "x");
    expect((await cli.run(["stamp", `./${KEY}`])).stderr).toContain("no service is known");
  });

  test.each([0o644, 0o640, 0o602])("a key file and a configuration of mode %o are refused", async (mode) => {
    const file = join(cli.folder, `key-${mode}`);
    writeFileSync(file, KEY);
    chmodSync(file, mode);
    const given = await cli.run(["account", "--key-file", file], { env: URL_SET });
    expect([given.status, given.stderr]).toEqual([
      3,
      expect.stringContaining("others may read it or write to it"),
    ]);
    const configuration = join(cli.home, ".config/svc-proof/config.json");
    mkdirSync(dirname(configuration), { recursive: true });
    writeFileSync(configuration, JSON.stringify({ url: "http://127.0.0.1:1", key: KEY }));
    chmodSync(configuration, mode);
    const stored = await cli.run(["account"]);
    expect([stored.status, stored.stderr]).toEqual([
      3,
      expect.stringContaining(`chmod 600 ${configuration}`),
    ]);
    chmodSync(configuration, 0o600);
    // The mode is of the file, not of a link to it.
    const link = join(cli.folder, `link-${mode}`);
    symlinkSync(file, link);
    expect((await cli.run(["account", "--key-file", link], { env: URL_SET })).status).toBe(3);
  });

  test("a stored key goes only to the service that it was stored for", async () => {
    const { status, stderr } = await cli.run(["account"], { env: { SVC_PROOF_URL: "http://127.0.0.1:2" } });
    expect([status, stderr]).toEqual([3, expect.stringContaining("no API key is known")]);
  });

  test("over http it goes to this machine only", async () => {
    for (const url of ["http://proofs.example", "http://127.0.0.1.example"]) {
      const { status, stderr } = await cli.run(["account"], {
        env: { SVC_PROOF_URL: url, SVC_PROOF_KEY: KEY },
      });
      expect([status, stderr]).toEqual([3, expect.stringContaining("anyone on the way can read the key")]);
    }
  });

  test.each(["", "svc_short", `${KEY}x`, "\u001b[2J"])(
    "what is no key is refused without being shown: %j",
    async (key) => {
      const { status, stderr } = await cli.run(["account", "--key-file", "-"], { env: URL_SET, input: key });
      expect([status, stderr]).toEqual([3, expect.stringContaining("standard input: expected a key")]);
      if (key !== "") expect(stderr).not.toContain(key);
    },
  );

  test.each(["{", '{"key":1}', '{"token":"x"}', "[]", `{"key":"${KEY}","url":5}`])(
    "a malformed configuration is refused: %s",
    async (text) => {
      const folder = join(cli.folder, "config");
      mkdirSync(join(folder, "svc-proof"), { recursive: true });
      writeFileSync(join(folder, "svc-proof/config.json"), text, { mode: 0o600 });
      const { status, stderr } = await cli.run(["account"], { env: { XDG_CONFIG_HOME: folder } });
      expect([status, stderr]).toEqual([3, expect.stringContaining("config.json")]);
      expect(stderr).not.toContain("kkkk");
    },
  );
});

describe("completion", () => {
  const installed = (shell: string) =>
    ["/bin", "/usr/bin", "/usr/local/bin"].some((path) => existsSync(join(path, shell)));
  const script = async (shell: string) => {
    const { stdout } = await cli.run(["completion", shell]);
    const path = join(cli.folder, `completion.${shell}`);
    writeFileSync(path, stdout);
    return path;
  };

  test.skipIf(!installed("bash"))("bash: commands, options, values, files with spaces", async () => {
    const path = await script("bash");
    const folder = cli.files("completed", { "two words.txt": "", "a*b": "" });
    const complete = async (...words: string[]) => {
      const set = `COMP_WORDS=(svc-proof ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}`;
      const { stdout } = await runCommand("bash", [
        "-c",
        `cd '${folder}'; compopt() { :; }; source '${path}'; ${set}; _svc_proof; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ]);
      return stdout.trimEnd().split("\n").sort();
    };
    expect(await complete("st")).toEqual(["stamp", "status"]);
    expect(await complete("stamp", "--wait", "")).toEqual(["anchored", "bitcoin", "confirmed"]);
    expect(await complete("stamp", "--de")).toEqual(["--deposit"]);
    expect(await complete("verify", "--onl")).toEqual(["--online", "--online-revocation"]);
    expect(await complete("stamp", "")).toEqual(["a*b", "two words.txt"]);
    expect(await complete("completion", "")).toEqual(["bash", "fish", "zsh"]);
  });

  test.skipIf(!installed("fish"))("fish", async () => {
    const path = await script("fish");
    const complete = async (line: string) => {
      const { stdout } = await runCommand("fish", [
        "--no-config",
        "-c",
        `source '${path}'; complete -C '${line}'`,
      ]);
      return stdout
        .split("\n")
        .flatMap((row) => row.split("\t")[0] || [])
        .sort();
    };
    expect(await complete("svc-proof st")).toEqual(["stamp", "status"]);
    expect(await complete("svc-proof stamp --wait ")).toEqual(["anchored", "bitcoin", "confirmed"]);
    expect(await complete("svc-proof stamp --de")).toEqual(["--deposit"]);
    expect(await complete("svc-proof completion ")).toEqual(["bash", "fish", "zsh"]);
  });

  test.skipIf(!installed("zsh"))("zsh loads it, and completes commands and options", async () => {
    const path = await script("zsh");
    // The completion system needs a terminal: what it is asked to add is written down instead.
    const program = (words: string, current: number) => `
      autoload -Uz compinit; compinit -D -u
      compadd() { print -r -- "compadd $*" "\${commands[@]}" }
      _arguments() { print -rl -- "$@" }
      _files() { :; }
      source '${path}'
      words=(${words}); CURRENT=${current}; _svc_proof`;
    const first = await runCommand("zsh", ["-f", "-c", program("svc-proof st", 2)]);
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain("stamp");
    const options = await runCommand("zsh", ["-f", "-c", program("svc-proof stamp --wai", 3)]);
    expect(options.stdout).toContain("--wait[");
    expect(options.stdout).toContain("(anchored confirmed bitcoin)");
  });
});

test("the manual page that npm installs says what the program says, of every option", async () => {
  const page = readFileSync(join(root, "client/man/svc-proof.1"), "utf8");
  expect((await cli.run(["man"])).stdout, "svc-proof man > client/man/svc-proof.1").toBe(page);
  for (const command of ["stamp", "status", "upgrade", "fetch", "list", "account", "login"]) {
    const { stdout } = await cli.run([command, "--help"]);
    for (const option of stdout.match(/--[a-z][a-z-]+/g) ?? [])
      expect(page).toContain(option.replaceAll("-", "\\-"));
  }
});

test("README of the package and of the repository show the same commands", () => {
  const block = (path: string) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/^```console\n([\s\S]*?)^```$/gm)].find(([, text]) =>
      text!.includes("svc-proof stamp"),
    )?.[1];
  expect(block("README.md")?.replaceAll("npx ", "")).toBe(block("client/README.md"));
});
