/** The session of this page: its workers, its storage, its address. */
import { createEndpointSettings, pageStorage } from "../online/endpoint-settings.js";
import { VerifierClient } from "../verification/verifier-client.js";
import type { Session } from "./session.js";
import { VerificationSession } from "./verification-session.js";

/** Where the service has its API, seen from the page at `{site_url}/verify/`. */
const API_PATH = "../api/v2/";

/** @param createWorker starts the worker of this build. */
export function createPageSession(createWorker: () => Worker): Session {
  return new VerificationSession({
    client: new VerifierClient(createWorker),
    hasher: new VerifierClient(createWorker),
    endpoints: createEndpointSettings(pageStorage()),
    serviceUrl: new URL(API_PATH, document.baseURI),
  });
}
