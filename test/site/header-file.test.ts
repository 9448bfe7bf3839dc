import { EPOCH_FILE_BYTES as OF_FORMAT } from "@svc-proof/shared/bitcoin";
import { describe, expect, test } from "vitest";
import { EPOCH_FILE_BYTES } from "../../verifier-web/src/model.js";
import { rawHeadersHeight } from "../../verifier-web/src/verification/beside-files.js";
import { isHeaderFile, isRawHeaderFile } from "../../verifier-web/src/verification/header-file.js";
import { recognise } from "../../verifier-web/src/verification/recognise.js";
import { recordedEpoch } from "../recorded-epoch.js";

const { firstHeight: FIRST, raw, file: epochFile } = recordedEpoch();

describe("files of Bitcoin headers", () => {
  const epoch = Buffer.from(epochFile);
  const file = (bytes: Uint8Array, name = "headers") => new File([new Uint8Array(bytes)], name);
  const roleOf = async (one: File) => (await recognise(one)).role;

  test("an epoch, raw headers, and nothing else", async () => {
    expect(EPOCH_FILE_BYTES).toBe(OF_FORMAT);
    expect(await roleOf(file(epoch, "408.bin"))).toBe("headers");
    expect(await roleOf(file(raw))).toBe("headers");
    expect(await roleOf(file(raw.subarray(0, 80)))).toBe("headers");
    expect(await roleOf(file(raw.subarray(0, 79)))).toBe("original");
    // A cut epoch is one that cannot be read, and no original.
    expect(await roleOf(file(epoch.subarray(0, -48)))).toBe("headers");
    // Zeros are an original: only Electrum's file begins with them.
    expect(await roleOf(file(new Uint8Array(80), "zeros"))).toBe("original");
    expect(await roleOf(file(new Uint8Array(0)))).not.toBe("headers");
    expect(await roleOf(file(Buffer.alloc(EPOCH_FILE_BYTES, 7)))).toBe("original");
  });

  test("1,210 raw headers are no epoch, though they are as long", async () => {
    const same = raw.subarray(0, EPOCH_FILE_BYTES);
    expect(isRawHeaderFile(same, "", same.length)).toBe(true);
    expect(isRawHeaderFile(epoch, "", epoch.length)).toBe(false);
    expect(isHeaderFile(epoch, "", epoch.length)).toBe(true);
    expect(await rawHeadersHeight(file(same))).toBe(FIRST);
    expect(await rawHeadersHeight(file(epoch))).toBeNull();
  });

  test("the height comes from the name, else from a checkpoint", async () => {
    expect(await rawHeadersHeight(file(raw))).toBe(FIRST);
    // The checkpoint is the one before the last header.
    expect(await rawHeadersHeight(file(raw.subarray(1_000 * 80)))).toBe(FIRST + 1_000);
    expect(await rawHeadersHeight(file(raw.subarray(80, 1_000 * 80)))).toBeNull();
    expect(await rawHeadersHeight(file(raw.subarray(80, 1_000 * 80), `some@${FIRST + 1}`))).toBe(FIRST + 1);
  });

  test("Electrum's file is recognised by its name where it begins with zeros, however large it is", async () => {
    const sparse = new Blob([new Uint8Array(12_000_000)]);
    const electrum = new File([sparse, new Uint8Array(raw)], "blockchain_headers");
    expect(await roleOf(electrum)).toBe("headers");
    expect(await rawHeadersHeight(electrum)).toBe(0);
  });
});
