/** First visit. */

import { Sign, type SignKind } from "@svc-proof/verifier-web/ui/components";
import type { JSX } from "preact";
import { offlineState } from "../offline/offline-copy.js";
import { sampleFiles } from "../sample/sample-files.js";
import { usePageTexts } from "../texts/use-texts.js";
import { useSession } from "./context.js";

/** A sheet of paper with a folded corner, at the left of its picture. */
const SHEET = "M10 12H34L44 22V68H10Z";
const LINES = "M17 32H37M17 41H37M17 50H30";
/** The bars of a fingerprint: the same in each picture. */
const BARS = "M0 6V26M7 0V26M14 10V26M21 3V26M28 14V26M35 6V26M42 0V26M49 12V26";
const ARROW = "M52 40H72M66 34L72 40L66 46";

/** A fingerprint is taken of a file. */
function Taken(): JSX.Element {
  return (
    <>
      <path class="thing" d={SHEET} />
      <path class="detail" d={LINES} />
      <path class="way" d={ARROW} />
      <path class="bars" d={BARS} transform="translate(86 27)" />
    </>
  );
}

/** The fingerprint is in a block among linked blocks, and under a stamp. */
function Recorded(): JSX.Element {
  return (
    <>
      <path class="link" d="M6 32H150" />
      <rect class="thing" x="12" y="16" width="32" height="32" rx="4" />
      <rect class="thing marked" x="60" y="12" width="40" height="40" rx="5" />
      <rect class="thing" x="116" y="16" width="32" height="32" rx="4" />
      <path class="bars" d={BARS} transform="translate(65.5 23.5) scale(.59)" />
      <path class="way" d="M80 54V60" />
      <path class="stamp" d="M80 62A10 10 0 0 1 80 82A10 10 0 0 1 80 62ZM80 66.5V72L83.5 74.5" />
    </>
  );
}

/** A fingerprint is computed again, equals the recorded one, and carries a check mark. */
function Checked(): JSX.Element {
  return (
    <>
      <path class="bars" d={BARS} transform="translate(14 9)" />
      <path class="bars" d={BARS} transform="translate(14 51)" />
      <path class="way" d="M34 41H46M34 46H46" />
      <path class="tick" d="M92 44L106 58L134 26" />
    </>
  );
}

const PICTURES: readonly (() => JSX.Element)[] = [Taken, Recorded, Checked];

/** The picture of a step. It has no words, since the step's own stand below it. */
export function StepPicture({ step }: { readonly step: number }): JSX.Element {
  const Picture = PICTURES[step]!;
  return (
    <svg class="step-picture" viewBox="0 0 156 84" aria-hidden="true" focusable="false">
      <Picture />
    </svg>
  );
}

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
