/** Creates the session of this page with its workers, storage and address. */
import { createEndpointSettings, pageStorage } from "../online/endpoint-settings.js";
import { EpochSource } from "../online/epoch-source.js";
import { fetchSandboxSources } from "../online/sandbox-sources.js";
import { VerifierClient } from "../verification/verifier-client.js";
import type { Session } from "./session.js";
import { VerificationSession } from "./verification-session.js";

/** Address of the service's API, relative to the page at `{site_url}/verify/`. */
const API_PATH = "../api/v2/";
/** Folder of the files of Bitcoin headers, relative to the page. */
const EPOCHS_PATH = "./bitcoin/";
/** The sources of a sandbox, relative to the page. */
const SANDBOX_PATH = "./local-sources.json";

/** @param createWorker starts the worker of this build. */
export function createPageSession(createWorker: () => Worker): Session {
  return new VerificationSession({
    client: new VerifierClient(createWorker),
    hasher: new VerifierClient(createWorker),
    endpoints: createEndpointSettings(pageStorage()),
    serviceUrl: new URL(API_PATH, document.baseURI),
    epochSource: new EpochSource(new URL(EPOCHS_PATH, document.baseURI)),
    // A page from a disk has no site.
    fetchSandboxSources: async () =>
      __SINGLE_FILE__ ? null : fetchSandboxSources(new URL(SANDBOX_PATH, document.baseURI)),
  });
}
