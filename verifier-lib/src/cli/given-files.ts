/** Reads the files that are given beside those that are verified. */
import { INPUT_LIMITS, type VerifyOptions } from "../index.js";
import { type OpenedFile, openFile } from "../node/open-file.js";
import type { Arguments } from "./arguments.js";
import { reasonOf } from "./messages.js";
import { UsageError } from "./options/usage-error.js";
import { readBounded } from "./read-bounded.js";

/** Files given in addition to those that are verified. */
export type Given = Pick<
  VerifyOptions,
  | "timestamps"
  | "headers"
  | "seal"
  | "trust"
  | "trustList"
  | "certificates"
  | "crls"
  | "ocspResponses"
  | "sealTimestamps"
  | "witnesses"
  | "witnessTimestamps"
  | "at"
  | "found"
>;

/** Closes the files that stay open. */
export interface OpenGiven {
  readonly given: Given;
  close(): Promise<void>;
}

/** @throws UsageError if a file cannot be read. Nothing is verified then. */
export async function readGiven(args: Arguments): Promise<OpenGiven> {
  const headers = await openHeaders(args.headers);
  const close = async () => {
    for (const one of headers) if ("file" in one) await one.file.close();
  };
  try {
    const given: Given = {
      timestamps: await readAll(args.timestamps, INPUT_LIMITS.opentimestamps),
      headers,
      trust: await readPem(args.trust),
      ...(await readTrustList(args.trustList)),
      certificates: await readPem(args.certificates),
      crls: await readRevocationData(args.crls, INPUT_LIMITS.crl, "parseCrl"),
      ocspResponses: await readRevocationData(
        args.ocspResponses,
        INPUT_LIMITS.ocspResponse,
        "parseOcspResponse",
      ),
      sealTimestamps: await readAll(args.sealTimestamps, INPUT_LIMITS.opentimestamps),
      witnesses: await readAll(args.witnesses, INPUT_LIMITS["evm-witness"]),
      witnessTimestamps: await readAll(args.witnessTimestamps, INPUT_LIMITS.opentimestamps),
      ...(args.seal !== null && { seal: (await readAll([args.seal], INPUT_LIMITS.rfc3161))[0]! }),
      ...(args.at !== null && { at: args.at }),
    };
    return { given, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws UsageError if a file cannot be read. Nothing is verified then. */
async function readAll(paths: readonly string[], maxBytes: number): Promise<Uint8Array[]> {
  return Promise.all(
    paths.map(async (path) => {
      try {
        return await readBounded(path, maxBytes);
      } catch (error) {
        throw new UsageError(`${path}: ${reasonOf(error)}`);
      }
    }),
  );
}

type OpenHeaders = Uint8Array | { readonly height: number; readonly file: OpenedFile };

/**
 * Documents are read whole. Files of raw headers stay open: every FILE may need another part of them.
 *
 * @throws UsageError if a file cannot be read.
 */
async function openHeaders(given: Arguments["headers"]): Promise<OpenHeaders[]> {
  return Promise.all(
    given.map(async ({ path, height }) => {
      if (height === null) return (await readAll([path], INPUT_LIMITS.headers))[0]!;
      try {
        return { height, file: await openFile(path) };
      } catch (error) {
        throw new UsageError(`${path}: ${reasonOf(error)}`);
      }
    }),
  );
}

/**
 * Certificates that cannot be read are left to the verification, which names them.
 *
 * @throws UsageError if a file cannot be read or contains no certificate that can be.
 */
async function readPem(paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { readPemBundle } = await import("../x509/index.js");
  const files = await readAll(paths, INPUT_LIMITS.certificates);
  return files.map((bytes, i) => {
    // PEM is ASCII, but the text between its blocks may have any encoding.
    const text = Buffer.from(bytes).toString("latin1");
    try {
      readPemBundle(text);
    } catch (error) {
      throw new UsageError(`${paths[i]}: ${reasonOf(error)}`);
    }
    return text;
  });
}

/** @throws UsageError if the snapshot cannot be read. */
async function readTrustList(asked: Arguments["trustList"]): Promise<Pick<VerifyOptions, "trustList">> {
  if (asked === "shipped") return {};
  if (asked === "none") return { trustList: null };
  const { openTrustList, parseTrustSnapshot } = await import("../trust/index.js");
  const [bytes] = await readAll([asked.path], INPUT_LIMITS.trustList);
  try {
    return { trustList: openTrustList(parseTrustSnapshot(bytes!)) };
  } catch (error) {
    throw new UsageError(`${asked.path}: ${reasonOf(error)}`);
  }
}

/** @throws UsageError if a file is malformed: otherwise a revocation could be missed. */
async function readRevocationData(
  paths: readonly string[],
  maxBytes: number,
  parser: "parseCrl" | "parseOcspResponse",
): Promise<Uint8Array[]> {
  if (paths.length === 0) return [];
  const { [parser]: parse } = await import("../x509/index.js");
  const files = await readAll(paths, maxBytes);
  for (const [i, bytes] of files.entries()) {
    try {
      parse(bytes);
    } catch (error) {
      throw new UsageError(`${paths[i]}: expected DER: ${reasonOf(error)}`);
    }
  }
  return files;
}
