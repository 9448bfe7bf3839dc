/** The documents of a proof: docs/interface.md, `certificate.pdf` and `evidence.zip`. */
import type { ApiRoute } from "../openapi/api-route.js";
import { certificateRoute } from "./certificate-route.js";
import { evidenceRoute } from "./evidence-route.js";
import type { EvidenceDeps } from "./proof-evidence.js";

export function documentRoutes(deps: EvidenceDeps): ApiRoute[] {
  return [certificateRoute(deps), evidenceRoute(deps)];
}
