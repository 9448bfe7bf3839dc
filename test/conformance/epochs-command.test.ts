/** The command that writes epoch files for a static host, from a wallet's file and from an explorer. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EPOCH_BLOCKS } from "@svc-proof/shared/bitcoin";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { TestExplorer } from "../faults/test-explorer.js";
import { recordedEpoch } from "../recorded-epoch.js";
import { writeEpochs } from "../svc-verify.js";

const recorded = recordedEpoch();

describe("epochs.js", () => {
  const { epoch, firstHeight, raw, headers, file } = recorded;
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-epochs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let into: string;
  beforeEach(() => {
    into = mkdtempSync(join(folder, "into-"));
  });
  const write = (...words: string[]) => writeEpochs(...words, into);
  const written = () => readdirSync(into).sort();

  /** A wallet's file of all headers, with zeros for what it has not fetched. */
  function electrumFile(bytes: Uint8Array): string {
    const path = join(into, "..", `blockchain_headers-${written().length}-${bytes.length}`);
    const opened = openSync(path, "w");
    writeSync(opened, bytes, 0, bytes.length, firstHeight * 80);
    closeSync(opened);
    return path;
  }

  test("writes the epochs that a wallet's file has, whole, and never others", async () => {
    const path = electrumFile(raw);
    const { stderr } = await write("--electrum", path, "--from", "400");
    expect(stderr).toContain("1 files written");
    expect(written()).toEqual([`${epoch}.bin`]);
    expect(readFileSync(join(into, `${epoch}.bin`)).equals(file)).toBe(true);
    // Once more: nothing to do.
    expect((await write("--electrum", path, "--from", "400")).stderr).toContain("0 files written");
    // By default it begins where the checkpoints end.
    expect((await write("--electrum", path)).stderr).toContain("0 files written");
  });

  test("from an explorer it writes the same", async () => {
    const explorer = await TestExplorer.start(headers, firstHeight);
    try {
      await write("--esplora", explorer.url, "--from", `${epoch}`);
      expect(readFileSync(join(into, `${epoch}.bin`)).equals(file)).toBe(true);
    } finally {
      await explorer.stop();
    }
  });

  test("refuses headers that are not Bitcoin's", async () => {
    const changed = Buffer.from(raw);
    changed.writeUInt8(changed.readUInt8(1_000 * 80 + 40) ^ 1, 1_000 * 80 + 40);
    expect(await write("--electrum", electrumFile(changed), "--from", `${epoch}`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/block 82\d+ is not Bitcoin's/),
    });
    expect(existsSync(join(into, `${epoch}.bin`))).toBe(false);
    const short = electrumFile(raw.subarray(0, (EPOCH_BLOCKS - 1) * 80));
    expect((await write("--electrum", short, "--from", `${epoch}`)).stderr).toContain("0 files written");
  });

  test.each([
    [[]],
    [["--electrum", "x", "--esplora", "http://127.0.0.1:1"]],
    [["--esplora", "http://127.0.0.1:1", "--bitcoin-rpc", "http://127.0.0.1:1"]],
    [["--electrum", "x", "--from", "x"]],
    [["--electrum", "x", "--from=-1"]],
    [["--electrum", "x", "--from", "1.5"]],
    [["--electrum", "x", "another folder"]],
  ])("%j: says how it is used", async (words) => {
    expect(await write(...words)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^epochs: usage: epochs\.js /),
    });
  });

  test("a folder is needed, and an option needs its value", async () => {
    expect((await writeEpochs("--electrum", "x")).stderr).toContain("usage: epochs.js");
    expect(await writeEpochs("--electrum")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("argument missing"),
    });
  });

  test("a node that does not answer ends it with the reason", async () => {
    const { status, stderr } = await write("--bitcoin-rpc", "http://127.0.0.1:1", "--from", `${epoch}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining("the connection failed")]);
    expect(written()).toEqual([]);
  });

  test("an epoch that is there with other headers is not replaced", async () => {
    writeFileSync(join(into, `${epoch}.bin`), "other");
    const { status, stderr } = await write("--electrum", electrumFile(raw), "--from", `${epoch}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${epoch}.bin exists with other headers`)]);
    expect(readFileSync(join(into, `${epoch}.bin`), "utf8")).toBe("other");
  });
});
