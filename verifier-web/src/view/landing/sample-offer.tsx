import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { usePageTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";

type State = "offered" | "loading" | "failed";

/** Verifies a genuine timestamp, for visitors who have no proof at hand. */
export function SampleOffer(): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const [state, setState] = useState<State>("offered");
  const { sample } = page.landing;
  const tryIt = async () => {
    setState("loading");
    try {
      const { sampleFile } = await import("../../sample/sample-file.js");
      session.add([{ file: await sampleFile(), isChosen: true }]);
    } catch {
      setState("failed");
    }
  };
  return (
    <section class="sample-offer screen-only" aria-labelledby="sample-lead">
      <h2 id="sample-lead">{sample.lead}</h2>
      <p class="aside" id="sample-what">
        {sample.what}
      </p>
      <button
        type="button"
        disabled={state === "loading"}
        aria-describedby="sample-what"
        onClick={() => void tryIt()}
      >
        {sample.button}
      </button>
      <p role="status">{state === "failed" ? page.loadingFailed : ""}</p>
    </section>
  );
}
