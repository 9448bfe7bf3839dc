import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openJournal } from "./journal.js";

const folder = mkdtempSync(join(tmpdir(), "svc-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OWNER = { url: "https://proofs.example/api/v2", key: "svc_key" };
const hash = (index: number) => index.toString(16).padStart(64, "0");
const id = (index: number) => `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;

let path: string;
let count = 0;
beforeEach(() => {
  path = join(folder, `journal-${count++}`);
});

test("entries of one run are there for the next, with the same prefix of keys", async () => {
  const first = await openJournal(path, OWNER);
  expect([first.size, first.find(hash(1))]).toEqual([0, undefined]);
  await Promise.all([1, 2, 3].map((index) => first.add(hash(index), id(index))));
  await first.close();
  const second = await openJournal(path, { ...OWNER, url: `${OWNER.url}/` });
  expect(second.run).toBe(first.run);
  expect(second.size).toBe(3);
  expect(second.find(hash(2))).toBe(id(2));
  await second.close();
});

test("an entry is in the file when its promise resolves", async () => {
  const journal = await openJournal(path, OWNER);
  for (const index of [1, 2]) {
    await journal.add(hash(index), id(index));
    expect(readFileSync(path, "utf8").endsWith(`{"hash":"${hash(index)}","id":"${id(index)}"}\n`)).toBe(true);
  }
  await journal.close();
});

test("it is readable for its owner alone, holds no key, and leaves no other file", async () => {
  const journal = await openJournal(path, OWNER);
  await journal.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).not.toContain(OWNER.key);
  expect(readdirSync(folder).filter((name) => name.includes(".lock"))).toEqual([]);
});

test("cut at any byte it opens again and loses at most what was cut", async () => {
  const journal = await openJournal(path, OWNER);
  const { run } = journal;
  for (const index of [1, 2, 3]) await journal.add(hash(index), id(index));
  await journal.close();
  const whole = readFileSync(path);
  const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a).map((at) => at + 1);
  // Each opening waits for the disk: the bytes around the ends of lines, and some between.
  const lengths = [...whole.keys(), whole.length].filter(
    (at) => at % 41 === 0 || ends.some((end) => Math.abs(end - at) <= 1),
  );
  for (const length of lengths) {
    writeFileSync(path, whole.subarray(0, length));
    const cut = await openJournal(path, OWNER);
    const lines = ends.filter((end) => end <= length).length;
    expect(cut.size).toBe(Math.max(0, lines - 1));
    expect(cut.run === run).toBe(lines > 0);
    await cut.add(hash(9), id(9));
    await cut.close();
    const again = await openJournal(path, OWNER);
    expect(again.size).toBe(Math.max(0, lines - 1) + 1);
    await again.close();
  }
});

describe("refused:", () => {
  const begin = async (...lines: string[]) => {
    await (await openJournal(path, OWNER)).close();
    appendFileSync(path, lines.map((line) => `${line}\n`).join(""));
  };
  const refusal = () =>
    openJournal(path, OWNER).then(
      () => "opened",
      (error: { code: string }) => error.code,
    );

  test.each([
    ["another address", { ...OWNER, url: "https://other.example/api/v2" }],
    ["another key", { ...OWNER, key: "svc_other" }],
  ])("%s", async (_, owner) => {
    await begin();
    await expect(openJournal(path, owner)).rejects.toMatchObject({ code: "journal_of_another_account" });
  });

  test.each([
    ["text", "hello"],
    ["an empty line", ""],
    ["another value", "[]"],
    ["null", "null"],
    ["an entry with more members", `{"hash":"${hash(1)}","id":"${id(1)}","x":1}`],
    ["an entry without a proof", `{"hash":"${hash(1)}"}`],
    ["upper case", `{"hash":"${"A".repeat(64)}","id":"${id(1)}"}`],
    [
      "two proofs of one fingerprint",
      `{"hash":"${hash(1)}","id":"${id(1)}"}\n{"hash":"${hash(1)}","id":"${id(2)}"}`,
    ],
    ["a long line", `{"hash":"${hash(1)}","id":"${"1".repeat(9_000)}"}`],
    ["a prototype", `{"__proto__":{"hash":"${hash(1)}","id":"${id(1)}"}}`],
  ])("%s", async (_, line) => {
    await begin(line);
    expect(await refusal()).toBe("journal_malformed");
  });

  test("bytes that are not UTF-8, and a long line without an end", async () => {
    await begin();
    appendFileSync(path, Buffer.from([0xff, 0x0a]));
    expect(await refusal()).toBe("journal_malformed");
    writeFileSync(path, "x".repeat(10_000));
    expect(await refusal()).toBe("journal_malformed");
  });

  test.each(["precious\n", "precious", '{"hash":"x"}'])(
    "another file, %j, which it leaves as it is",
    async (text) => {
      writeFileSync(path, text);
      expect(await refusal()).toBe("journal_malformed");
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );

  test("a link, a folder and a huge file", async () => {
    writeFileSync(join(folder, "target"), "");
    symlinkSync(join(folder, "target"), path);
    expect(await refusal()).toBe("journal_not_a_file");
    rmSync(path);
    mkdirSync(path);
    expect(await refusal()).toBe("journal_not_a_file");
    rmSync(path, { recursive: true });
    writeFileSync(path, "");
    truncateSync(path, 1_000_000_001);
    expect(await refusal()).toBe("journal_too_large");
  });

  test("a second opening at the same time", async () => {
    const journal = await openJournal(path, OWNER);
    expect(await refusal()).toBe("journal_in_use");
    await journal.close();
    await (await openJournal(path, OWNER)).close();
  });
});

test.each([
  ["of a process that is gone", { pid: 2 ** 22 + 1, started: "1" }],
  ["of a process whose number another has now", { pid: process.pid, started: "not this one" }],
])("a lock %s holds nothing", async (_, holder) => {
  const { hostname } = await import("node:os");
  writeFileSync(`${path}.lock`, JSON.stringify({ host: hostname(), id: "x", ...holder }));
  await (await openJournal(path, OWNER)).close();
});

test("what runs have left that were killed while they took a lock goes with the next one", async () => {
  const { hostname } = await import("node:os");
  const holder = { host: hostname(), id: "x", pid: 2 ** 22 + 1, started: "1" };
  writeFileSync(`${path}.lock.draft`, JSON.stringify(holder));
  writeFileSync(`${path}.lock.empty`, "");
  writeFileSync(`${path}.lock.elsewhere`, JSON.stringify({ ...holder, host: "another machine" }));
  writeFileSync(`${path}.locked`, "");
  const journal = await openJournal(path, OWNER);
  await journal.close();
  const left = readdirSync(folder).filter((name) => name.includes(".lock"));
  expect(left.map((name) => name.slice(name.indexOf(".lock"))).sort()).toEqual([
    ".lock.elsewhere",
    ".locked",
  ]);
  for (const name of left) rmSync(join(folder, name));
});

test("after a failed write nothing more is added", async () => {
  const journal = await openJournal(path, OWNER);
  await expect(journal.add("no hash", id(1))).rejects.toThrow(TypeError);
  await journal.close();
  await expect(journal.add(hash(1), id(1))).rejects.toThrow("closed");
});
