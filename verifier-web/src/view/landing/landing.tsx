import type { SignKind } from "@svc-proof/ui/components";
import { Sign } from "@svc-proof/ui/components";
import type { JSX } from "preact";
import { offlineState } from "../../offline/offline-copy.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { StepPicture } from "./step-picture.js";

const SIGNS: readonly SignKind[] = ["good", "calm", "bad", "open"];

/** Introduces the page. */
export function LandingTitle(): JSX.Element {
  const { page } = usePageTexts();
  return (
    <div class="landing-title">
      <h1>{page.landing.heading}</h1>
      <p class="lead">{page.landing.lead}</p>
    </div>
  );
}

/** How a proof works, in pictures. */
export function LandingSteps(): JSX.Element {
  const { landing } = usePageTexts().page;
  return (
    <section class="landing-steps">
      <h2>{landing.steps}</h2>
      <ol>
        {landing.stepList.map(({ name, what }, step) => (
          <li key={name}>
            <StepPicture step={step} />
            <h3>{name}</h3>
            <p>{what}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Below the drop zone: accepted files, possible results, privacy. */
export function LandingNotes(): JSX.Element {
  const { page } = usePageTexts();
  const { landing, privacy } = page;
  return (
    <div class="landing-notes">
      <section>
        <h2>{landing.give}</h2>
        <dl class="terms">
          {landing.gives.map(({ name, what }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{landing.how}</h2>
        <dl class="terms signs">
          {landing.hows.map(({ name, what }, at) => (
            <div key={name}>
              <dt>
                <Sign kind={SIGNS[at] ?? "none"} />
                {name}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{privacy.heading}</h2>
        <p>{privacy.stays}</p>
        <p>{privacy.policy}</p>
        {(__SINGLE_FILE__ || offlineState.value === "ready") && <p>{privacy.tryOffline}</p>}
      </section>
    </div>
  );
}
