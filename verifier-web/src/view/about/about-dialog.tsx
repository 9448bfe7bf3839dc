/** What this verifier is, and the trusted lists that it relies on. */
import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { buildIdentity } from "../../build/build-identity.js";
import { snapshotInUse } from "../../model/trust-list.js";
import { usePageTexts, useResultTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";
import { Filled } from "../text/filled.js";
import { ListsBehind } from "../trusted-lists/lists-behind.js";
import { WithResultTexts } from "../with-result-texts.js";
import { aboutShown } from "./about-shown.js";

export function AboutDialog(): JSX.Element {
  const { page } = usePageTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { version, hash } = buildIdentity();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={title}
      onClose={() => {
        aboutShown.value = false;
      }}
    >
      <h2 id={title}>{page.footer.about}</h2>
      <p>
        <Filled template={page.footer.version} values={{ version }} />
        {hash !== null && (
          <>
            {" · "}
            <Filled template={page.footer.build} values={{ hash: <code class="build-hash">{hash}</code> }} />
          </>
        )}
      </p>
      <WithResultTexts render={() => <AboutLists />} />
      <p class="buttons">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          {page.close}
        </button>
      </p>
    </dialog>
  );
}

function AboutLists(): JSX.Element {
  const { result } = useResultTexts();
  const session = useSession();
  const state = session.trustList.value;
  useEffect(() => session.loadShippedSnapshot(), [session]);
  return (
    <section class="about-lists">
      <h3>{result.trustedLists.aboutHeading}</h3>
      <ListsBehind
        facts={snapshotInUse(state)}
        isGiven={state.usedFileId !== null}
        isMissing={state.isMissing}
        now={new Date()}
      />
    </section>
  );
}
