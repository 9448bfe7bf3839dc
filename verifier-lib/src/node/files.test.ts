import { createHash, randomBytes } from "node:crypto";
import fs, {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { Readable } from "node:stream";
import { deflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { handMadeZip } from "../archive/zip.testing.js";
import { withStandardInput } from "../cli/captured.testing.js";
import { UnreadableInputError } from "../content/content.js";
import { hasFolder, hashFile, openFile, readBounded, readPackage, walk } from "./files.js";
import { knowsOpenPaths, openPaths } from "./open-paths.testing.js";

describe("files", () => {
  describe("read bounded", () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-read-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "file");

    /** Streams of the file system hand over 65,536 bytes at a time. */
    const MAX_BYTES = 100_000;

    test.each([0, 1, 99_999, 100_000, 100_001, 100_002, 200_000, 1_000_000])(
      "of %i bytes, a file and standard input give no more than one beyond the limit",
      async (size) => {
        const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => i % 251));
        writeFileSync(path, bytes);
        const expected = bytes.subarray(0, MAX_BYTES + 1);
        expect(expected.equals(await readBounded(path, MAX_BYTES))).toBe(true);
        const piped = await withStandardInput(path, () => readBounded("-", MAX_BYTES));
        expect(expected.equals(piped)).toBe(true);
      },
    );

    test("no more is read than it takes to see that the limit is passed", async () => {
      const ofSizes = (...sizes: number[]) =>
        Readable.from(
          (function* () {
            for (const size of sizes) yield Buffer.alloc(size, 1);
            throw new Error("read on");
          })(),
        );
      const length = async (...sizes: number[]) =>
        (
          await withStandardInput(
            () => ofSizes(...sizes),
            () => readBounded("-", MAX_BYTES),
          )
        ).length;
      expect(await length(60_000, 60_000)).toBe(MAX_BYTES + 1);
      expect(await length(MAX_BYTES, 1)).toBe(MAX_BYTES + 1);
      await expect(length(60_000, 40_000)).rejects.toThrow("read on");
    });

    test("a file that is missing, or a folder, has the file system's error", async () => {
      await expect(readBounded(join(folder, "missing"), 1)).rejects.toMatchObject({ code: "ENOENT" });
      await expect(readBounded(folder, 1)).rejects.toMatchObject({ code: "EISDIR" });
    });
  });

  describe("files", () => {
    describe("hash file", () => {
      const folder = mkdtempSync(join(tmpdir(), "svc-proof-hash-"));
      afterAll(() => rmSync(folder, { recursive: true }));

      test.each([0, 1, 128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 9 * 1024 * 1024 + 5])(
        "a file of %i bytes",
        async (size) => {
          const path = join(folder, String(size));
          const bytes = randomBytes(size);
          writeFileSync(path, bytes);
          const seen: number[] = [];
          expect(await hashFile(path, { onProgress: (hashedBytes) => seen.push(hashedBytes) })).toBe(
            createHash("sha256").update(bytes).digest("hex"),
          );
          expect(seen.at(-1)).toBe(size);
        },
      );

      test.each(["SHA-384", "SHA-512"] as const)("a file by %s", async (algorithm) => {
        const path = join(folder, algorithm);
        writeFileSync(path, "content");
        const expected = createHash(algorithm.replace("-", "")).update("content").digest("hex");
        expect(await hashFile(path, { algorithm })).toBe(expected);
      });

      test("a missing file throws the file system's error, an abort its reason", async () => {
        await expect(hashFile(join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
        const path = join(folder, "large");
        writeFileSync(path, randomBytes(9 * 1024 * 1024));
        await expect(hashFile(path, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
          "enough",
        );
      });

      const overwrite = (path: string) =>
        writeFileSync(path, new Uint8Array(9_000_000).fill(1), { flag: "r+" });

      test.each([
        ["appended to", (path: string) => appendFileSync(path, "x")],
        ["cut", (path: string) => truncateSync(path, 5_000_000)],
        ["overwritten", overwrite],
        [
          "overwritten and given its time back",
          (path: string) => {
            const { atimeMs, mtimeMs } = statSync(path);
            overwrite(path);
            utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
          },
        ],
      ])("a file that is %s while it is read has no hash", async (name, change) => {
        const path = join(folder, name);
        writeFileSync(path, new Uint8Array(9_000_000));
        let isChanged = false;
        const onProgress = () => {
          if (!isChanged) change(path);
          isChanged = true;
        };
        await expect(hashFile(path, { onProgress })).rejects.toThrow(UnreadableInputError);
      });

      test("progress is told every 4 MiB and at the end", async () => {
        const path = join(folder, "progress");
        const MIB = 1024 * 1024;
        for (const [size, expected] of [
          [0, [0]],
          [4 * MIB - 1, [4 * MIB - 1]],
          [4 * MIB, [4 * MIB, 4 * MIB]],
          [9 * MIB, [4 * MIB, 8 * MIB, 9 * MIB]],
        ] as const) {
          writeFileSync(path, new Uint8Array(size));
          const seen: number[] = [];
          await hashFile(path, { onProgress: (hashedBytes) => seen.push(hashedBytes) });
          expect(seen).toEqual(expected);
        }
      });

      test.skipIf(!knowsOpenPaths)("the file is closed, whatever happens", async () => {
        const path = join(folder, "closed");
        writeFileSync(path, new Uint8Array(5 * 1024 * 1024));
        await hashFile(path);
        await expect(hashFile(path, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
          "enough",
        );
        expect(openPaths()).not.toContain(path);
      });
    });

    describe("open file", () => {
      const folder = mkdtempSync(join(tmpdir(), "svc-proof-open-file-"));
      const path = join(folder, "x");
      writeFileSync(path, "content");
      afterAll(() => rmSync(folder, { recursive: true }));
      afterEach(() => void vi.restoreAllMocks());

      let handle: FileHandle;
      beforeAll(async () => {
        const file = await open(path);
        handle = Object.getPrototypeOf(file);
        await file.close();
      });
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

      test("a file has the size that it had when it was opened, and is read anywhere", async () => {
        const file = await openFile(path);
        expect(file.sizeBytes).toBe(7);
        expect(text(await file.read(0, 7))).toBe("content");
        expect(text(await file.read(2, 3))).toBe("nte");
        expect(await file.read(7, 0)).toHaveLength(0);
        await file.close();
      });

      test("a file that is written to while it is open cannot be read on", async () => {
        const changing = join(folder, "changing");
        writeFileSync(changing, "content");
        const file = await openFile(changing);
        expect(text(await file.read(0, 3))).toBe("con");
        writeFileSync(changing, "CONTENT", { flag: "r+" });
        await expect(file.read(3, 4)).rejects.toThrow(UnreadableInputError);
        await file.close();
      });

      test("a read that comes in pieces is put together", async () => {
        const file = await openFile(path);
        const { read } = handle;
        vi.spyOn(handle, "read").mockImplementation(function (
          this: FileHandle,
          bytes: Uint8Array,
          offset: number,
          length: number,
          position: number,
        ) {
          return Reflect.apply(read, this, [bytes, offset, Math.min(length, 2), position]);
        } as unknown as FileHandle["read"]);
        expect(text(await file.read(1, 6))).toBe("ontent");
        await file.close();
      });

      test("beyond its end a file that was truncated has no bytes", async () => {
        const file = await openFile(path);
        await expect(file.read(5, 4)).rejects.toThrow(new RangeError("the file ends at 7"));
        await expect(file.read(9, 1)).rejects.toThrow(new RangeError("the file ends at 9"));
        await file.close();
      });

      test("a missing file throws the file system's error", async () => {
        await expect(openFile(join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
      });

      describe.skipIf(!knowsOpenPaths)("a file is open", () => {
        test("until it is closed", async () => {
          const file = await openFile(path);
          expect(openPaths()).toContain(path);
          await file.close();
          expect(openPaths()).not.toContain(path);
        });

        test("no longer, if its size cannot be told", async () => {
          vi.spyOn(handle, "stat").mockRejectedValue(new Error("the disk is gone"));
          await expect(openFile(path)).rejects.toThrow("the disk is gone");
          expect(openPaths()).not.toContain(path);
        });
      });
    });

    describe("read package", () => {
      const folder = mkdtempSync(join(tmpdir(), "svc-proof-read-package-"));
      afterAll(() => rmSync(folder, { recursive: true }));

      /** One stored entry, by Python's standard library: independent of our writer. */
      const ARCHIVE = Buffer.from(
        "UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAYS50eHRoZWxsb1BLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAoAAAAAAA=",
        "base64",
      );

      async function read(bytes: Uint8Array, maxBytes?: number) {
        const path = join(folder, "x.zip");
        writeFileSync(path, bytes);
        const file = await openFile(path);
        return readPackage(file, maxBytes === undefined ? {} : { maxBytes }).finally(() => file.close());
      }

      test("gives names and bytes", async () => {
        expect(await read(ARCHIVE)).toEqual([{ name: "a.txt", bytes: new Uint8Array(Buffer.from("hello")) }]);
      });

      test("the limit is that of all files: 5 bytes of 5 pass, of 4 they do not", async () => {
        expect(await read(ARCHIVE, 5)).toHaveLength(1);
        await expect(read(ARCHIVE, 4)).rejects.toMatchObject({ code: "package_too_large" });
      });

      test("folders are no files, and large files are put together from their pieces", async () => {
        const large = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) >> 7);
        const archive = handMadeZip(
          [
            { name: "folder/" },
            { name: "folder/a", content: Buffer.from(large) },
            { name: "b", content: Buffer.from(large), data: deflateRawSync(large), method: 8 },
          ],
          Buffer.alloc(0),
        );
        const files = await read(archive);
        expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes).equals(large)])).toEqual([
          ["folder/a", true],
          ["b", true],
        ]);
      });

      test("a folder that holds all files is no part of their names", async () => {
        const entries = ["x/", "x/proof.json", "x/bitcoin/a.ots", "x/.DS_Store"].map((name) => ({ name }));
        const files = await read(handMadeZip(entries, Buffer.alloc(0)));
        expect(files.map(({ name }) => name)).toEqual(["proof.json", "bitcoin/a.ots", "x/.DS_Store"]);
      });

      test("what is no archive, and one that was changed, is refused with the code of the archive", async () => {
        await expect(read(deflateRawSync("x"))).rejects.toMatchObject({ code: "zip_no_end_record" });
        const changed = Buffer.from(ARCHIVE);
        changed[ARCHIVE.indexOf("hello")]! ^= 1;
        await expect(read(changed)).rejects.toMatchObject({ code: "zip_crc_mismatch" });
      });
    });
  });
});

describe("walk", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-walk-"));
  const before = process.cwd();
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });

  test("a file that is called like standard input is a file", () => {
    mkdirSync(join(folder, "dash"));
    writeFileSync(join(folder, "dash/-"), "a");
    process.chdir(join(folder, "dash"));
    expect(walk(["."])).toEqual({ paths: [`.${sep}-`], skipped: [], problems: [] });
  });

  test.skipIf(process.platform === "win32")("a device or pipe beside a folder is not waited for", () => {
    const { paths, problems } = walk(["/dev/null", join(folder, "dash")]);
    expect(paths).toEqual([join(folder, "dash/-")]);
    expect(problems).toMatchObject([{ path: "/dev/null", error: { message: "not a regular file" } }]);
  });

  describe("a tree", () => {
    const root = join(folder, "tree");
    const at = (path: string) => join(root, path);
    beforeAll(() => {
      mkdirSync(at("b/deep"), { recursive: true });
      for (const path of ["a", "b/deep/x", "b.txt", "B", "Z", "é", "z", "10", "9"])
        writeFileSync(at(path), "");
      symlinkSync("a", at("link"));
    });

    test("is walked in the order of code units; links are left out", () => {
      const names = ["10", "9", "B", "Z", "a", "b.txt", "b/deep/x", "z", "é"];
      expect(walk([root])).toEqual({ paths: names.map(at), skipped: [at("link")], problems: [] });
    });

    test("operands keep their order, and each file is named once", () => {
      const { paths } = walk([at("z"), at("b"), at("z"), root]);
      expect(paths.slice(0, 2)).toEqual([at("z"), at("b/deep/x")]);
      expect(paths).toHaveLength(9);
    });

    test("what is missing is told", () => {
      const missing = at("missing");
      expect(walk([missing, at("a")])).toEqual({
        paths: [at("a")],
        skipped: [],
        problems: [{ path: missing, error: expect.objectContaining({ code: "ENOENT" }) }],
      });
    });

    test("a folder that cannot be listed is told, and the others are walked", () => {
      const { readdirSync } = fs;
      const replace = (to: typeof readdirSync) => {
        fs.readdirSync = to;
        syncBuiltinESMExports();
      };
      replace(((path: string, options: object) => {
        if (path === at("b")) throw Object.assign(new Error("no"), { code: "EACCES" });
        return readdirSync(path, options as { withFileTypes: true });
      }) as typeof readdirSync);
      try {
        const { paths, problems } = walk([root]);
        expect(problems).toEqual([{ path: at("b"), error: expect.objectContaining({ code: "EACCES" }) }]);
        expect(paths).toHaveLength(8);
      } finally {
        replace(readdirSync);
      }
    });

    test("a folder among the operands is found, whatever else is there", () => {
      expect(hasFolder([at("a"), at("b")])).toBe(true);
      expect(hasFolder([at("a"), at("missing")])).toBe(false);
      expect(hasFolder([])).toBe(false);
      process.chdir(root);
      mkdirSync(at("-"));
      expect(hasFolder(["-"])).toBe(false);
      rmSync(at("-"), { recursive: true });
    });
  });
});
