/** How far a proof has come, as five steps: in lists as a row of dots with a word, on its page with a word for each. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { Moment } from "../pages/parts.js";
import type { ProofRecord } from "../records/types.js";
import { type ProofState, proofState } from "../resources/proof.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

type StepState = keyof PageTexts["proofs"]["steps"]["said"];

interface Step {
  readonly name: ProofState | "bitcoin";
  readonly state: StepState;
  /** When it was reached, where that is known. */
  readonly at: Date | null;
}

/** In their order. Bitcoin goes its own way beside the anchor. */
function stepsOf({ receivedAt, batch }: ProofRecord): readonly Step[] {
  const reached = ["batched", "anchored", "confirmed"].indexOf(batch?.state ?? "");
  const times = (batch?.anchors ?? []).flatMap(({ inclusion }) => inclusion?.blockTimestamp ?? []);
  const anchoredAt = times.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const state = (place: number): StepState =>
    place <= reached ? "done" : place === reached + 1 ? "underWay" : "open";
  const inBitcoin = batch?.bitcoin.state ?? "pending";
  return [
    { name: "queued", state: "done", at: receivedAt },
    { name: "batched", state: state(0), at: null },
    { name: "anchored", state: state(1), at: anchoredAt },
    { name: "confirmed", state: state(2), at: null },
    {
      name: "bitcoin",
      state: inBitcoin === "confirmed" ? "done" : inBitcoin === "submitted" ? "underWay" : "open",
      at: null,
    },
  ];
}

export interface StepsProps {
  readonly proof: ProofRecord;
  readonly language: Language;
}

/** Each step with its word. The shape of its mark says what a colour would: a tick, a half, a ring. */
export function Steps({ proof, language }: StepsProps): JSX.Element {
  const { states, steps, detail } = PAGE_TEXTS[language].proofs;
  return (
    <ol class="stages">
      {stepsOf(proof).map(({ name, state, at }) => (
        <li key={name} class={`stage stage-${state}`}>
          <Mark state={state} />
          <span class="stage-name">
            {name === "bitcoin" ? detail.bitcoin : states[name]}
            <span class="unseen">{`: ${steps.said[state]}`}</span>
          </span>
          {at !== null && (
            <span class="aside">
              <Moment at={at} language={language} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The same in one line. */
export function StepLine({ proof, language }: StepsProps): JSX.Element {
  const { states, steps } = PAGE_TEXTS[language].proofs;
  const all = stepsOf(proof);
  const isWhole = all.every(({ state }) => state === "done");
  return (
    <span class="stage-line">
      <svg class="stage-dots" viewBox="0 0 84 16" aria-hidden="true" focusable="false">
        {all.map(({ name, state }, at) => (
          <g key={name} class={`stage-${state}`} transform={`translate(${17 * at})`}>
            <MarkShape state={state} />
          </g>
        ))}
      </svg>{" "}
      {isWhole ? steps.whole : states[proofState(proof)]}
    </span>
  );
}

function Mark({ state }: { readonly state: StepState }): JSX.Element {
  return (
    <svg class="stage-mark" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <MarkShape state={state} />
    </svg>
  );
}

function MarkShape({ state }: { readonly state: StepState }): JSX.Element {
  return (
    <>
      <circle class="stage-ring" cx="8" cy="8" r="6.5" />
      {state === "done" && <path class="stage-tick" d="M5 8.2L7.2 10.4L11.2 5.8" />}
      {state === "underWay" && <path class="stage-half" d="M8 1.5A6.5 6.5 0 0 1 8 14.5Z" />}
    </>
  );
}
