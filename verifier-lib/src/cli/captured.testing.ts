/** The command line in this process, for tests. */

import { createHash } from "node:crypto";
import fs, {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  type ReadStream,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll } from "vitest";
import { HASHES } from "../rfc3161/token.js";
import { algorithm, integer, makeToken, NULL, octets, oid, sequence } from "../rfc3161/token.testing.js";
import { generalizedTime, type Issued, NOW } from "../x509/authority.testing.js";
import { FILE_FORMAT } from "./rows.js";
import { svcVerify } from "./svc-verify.js";

export interface Captured {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The status that a call returns, and what it wrote until then. */
export async function captured(call: () => Promise<number>): Promise<Captured> {
  const written = { stdout: "", stderr: "" };
  const writers = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = (text: string | Uint8Array) => {
      written[name] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  try {
    return { status: await call(), ...written };
  } finally {
    for (const restore of writers) restore();
  }
}

/** `svc-verify`. It cannot start threads, which it does for some hundred files. */
export function runHere(...words: string[]): Promise<Captured> {
  return captured(() => svcVerify(words, new URL("data:text/javascript,")));
}

/** Has a file, or other streams, read in place of standard input while a call runs. */
export async function withStandardInput<T>(
  input: string | (() => Readable),
  call: () => Promise<T>,
): Promise<T> {
  const replace = (to: typeof createReadStream) => {
    fs.createReadStream = to;
    syncBuiltinESMExports();
  };
  const original = createReadStream;
  replace((given, options) => {
    const { fd, autoClose } = (options ?? {}) as { fd?: unknown; autoClose?: unknown };
    if (fd !== 0) return original(given, options);
    if (autoClose !== false) throw new Error("standard input would be closed");
    return typeof input === "string" ? original(input) : (input() as ReadStream);
  });
  try {
    return await call();
  } finally {
    replace(original);
  }
}

/** Has a stream take itself for a terminal, or for none, while a call runs. */
export async function withTerminal<T>(
  stream: "stdout" | "stderr",
  isTTY: boolean,
  call: () => Promise<T>,
): Promise<T> {
  const was = process[stream].isTTY;
  process[stream].isTTY = isTTY;
  try {
    return await call();
  } finally {
    process[stream].isTTY = was;
  }
}

/** Makes folders with files by their paths, in one that is removed after all tests. */
export function folders(): { readonly scratch: string; folderOf(files: Files): string } {
  const scratch = mkdtempSync(join(tmpdir(), "svc-folders-"));
  afterAll(() => rmSync(scratch, { recursive: true }));
  return {
    scratch,
    folderOf(files) {
      const folder = mkdtempSync(join(scratch, "x"));
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      return folder;
    },
  };
}

/** Content by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The reports that a folder comes to, as JSON; and the lines of files that have none. */
export function linesOf({ stdout }: Pick<Captured, "stdout">) {
  const lines = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return {
    reports: lines.filter(({ format }) => format !== FILE_FORMAT),
    files: lines.filter(({ format }) => format === FILE_FORMAT),
  };
}

/** A time-stamp token about some bytes. */
export function sealOf(
  signer: Issued,
  hash: "SHA-256" | "SHA-384" | "SHA-512",
  of: string | Uint8Array,
  hashOid: string = HASHES[hash].oid,
): Promise<Uint8Array> {
  const digest = createHash(hash.replace("-", "").toLowerCase()).update(of).digest();
  const imprint = sequence(algorithm(hashOid, NULL), octets(digest));
  const content = sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), generalizedTime(NOW));
  return makeToken({ signer, content });
}
