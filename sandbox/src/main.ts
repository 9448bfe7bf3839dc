/** Starts the sandbox: `run-sandbox.ts`. */
import { whenFilesSuffice } from "@svc-proof/service/open-files-limit";

await whenFilesSuffice(() => import("./run-sandbox.js"));
