/** What this verifier is, and the trusted lists that it relies on. */

import { ListsBehind } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { snapshotInUse } from "../../model.js";
import { usePageTexts, useResultTexts } from "../../texts/use-texts.js";
import { Dialog, useSession, WithResultTexts } from "../context.js";
import { VersionLine } from "../version-line.js";
import { aboutShown } from "./about-shown.js";

export function AboutDialog(): JSX.Element {
  const { page } = usePageTexts();
  return (
    <Dialog
      title={page.footer.about}
      onClose={() => {
        aboutShown.value = false;
      }}
    >
      <VersionLine />
      <WithResultTexts render={() => <AboutLists />} />
    </Dialog>
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
