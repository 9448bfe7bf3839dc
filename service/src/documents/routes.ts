/** The documents of a proof: docs/interface.md, `certificate.pdf` and `evidence.zip`. */
import type { ApiRoute } from "../openapi/api-route.js";
import { certificateRoute } from "./certificate-route.js";
import { type EvidenceRouteDeps, evidenceRoute } from "./evidence-route.js";

export function documentRoutes(deps: EvidenceRouteDeps): ApiRoute[] {
  return [certificateRoute(deps), evidenceRoute(deps)];
}
