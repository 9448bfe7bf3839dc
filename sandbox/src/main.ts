/** Starts the sandbox: `run-sandbox.ts`. */
import { whenFilesSuffice } from "@svc-proof/service/run-program";

await whenFilesSuffice(() => import("./run-sandbox.js"));
