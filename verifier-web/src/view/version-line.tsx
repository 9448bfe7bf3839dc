import { Filled } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import { buildIdentity } from "../build/build-identity.js";
import { usePageTexts } from "../texts/use-texts.js";

/** The verifier's version, and its build. */
export function VersionLine(): JSX.Element {
  const { page } = usePageTexts();
  const { version, hash } = buildIdentity();
  return (
    <p>
      <Filled template={page.footer.version} values={{ version }} />
      {hash !== null && (
        <>
          {" · "}
          <Filled template={page.footer.build} values={{ hash: <code class="build-hash">{hash}</code> }} />
        </>
      )}
    </p>
  );
}
