/** The code of a developer who has installed the library. */
import { verify } from "@svc-proof/verifier-lib";

export async function verifyOne(proof, contentHash) {
  const { outcome, checks } = await verify(proof, { contentHash });
  return { outcome, checks: checks.map(({ id, status }) => [id, status]) };
}
