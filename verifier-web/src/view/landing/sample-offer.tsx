import type { JSX } from "preact";
import { sampleFiles } from "../../sample/sample-files.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";

/** Verifies a genuine proof, for visitors who have none at hand. */
export function SampleOffer(): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const { sample } = page.landing;
  return (
    <section class="sample-offer screen-only" aria-labelledby="sample-lead">
      <h2 id="sample-lead">{sample.lead}</h2>
      <p class="aside" id="sample-what">
        {sample.what}
      </p>
      <button
        type="button"
        aria-describedby="sample-what"
        onClick={() => session.add(sampleFiles().map((file) => ({ file, isChosen: true })))}
      >
        {sample.button}
      </button>
    </section>
  );
}
