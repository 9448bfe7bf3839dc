/** The command that writes epoch files for a static host, from a wallet's file and from an explorer. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
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

describe.skipIf(recorded === null)("epochs.js", () => {
  const { epoch, firstHeight, raw, headers, file } = recorded!;
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

  test("says how it is used", async () => {
    for (const words of [
      [],
      ["--electrum"],
      ["--electrum", "x", "--esplora", "http://127.0.0.1:1"],
      ["--from", "x", "--electrum", "y"],
    ]) {
      expect(await write(...words)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("epochs: "),
      });
    }
  });
});
