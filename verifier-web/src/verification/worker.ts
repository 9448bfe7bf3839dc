/** What runs in the worker. */
import { type Report, verify } from "@svc-proof/verifier-lib";
import { expose } from "comlink";

const api = {
  async verifyFile(file: File): Promise<Report> {
    return verify(new Uint8Array(await file.arrayBuffer()));
  },
};
export type VerifierApi = typeof api;

expose(api);
