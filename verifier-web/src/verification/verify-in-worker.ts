import type { Report } from "@svc-proof/verifier-lib";
import { wrap } from "comlink";
import { verifierWorker } from "../security/verifier-worker.js";
import type { VerifierApi } from "./worker.js";

let api: VerifierApi | undefined;

/** The report of a file, made in the worker. */
export async function verifyInWorker(file: File): Promise<Report> {
  api ??= wrap<VerifierApi>(verifierWorker()) as unknown as VerifierApi;
  return api.verifyFile(file);
}
