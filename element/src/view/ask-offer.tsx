import { Stated } from "@svc-proof/ui/components";
import { fill } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import type { VerifierViewProps } from "./verifier-view-props.js";

/** The button that asks the sources which the page allows, with what it sends to whom beside it; then, who was asked. */
export function AskOffer({ shown, texts, onAsk }: VerifierViewProps): JSX.Element | null {
  const { askable, asked, phase, verdict } = shown;
  const { actions, own } = texts;
  if (askable.length === 0) return null;
  const hosts = askable.flatMap(({ endpoints }) => endpoints.map((url) => new URL(url).host));
  const what = [
    ...(askable.some(({ kind }) => kind === "evm") ? [actions.sentEvm] : []),
    ...(askable.some(({ kind }) => kind === "bitcoin") ? [actions.sentBitcoin] : []),
  ];
  const isSettled = verdict !== null && verdict.report.outcome !== "indeterminate";
  return (
    <div class="offer" part="network">
      {!isSettled && (
        <>
          <p class="buttons">
            <button type="button" class="primary" part="button" disabled={phase !== "done"} onClick={onAsk}>
              <Stated>
                {phase === "asking" ? actions.asking : asked.length > 0 ? actions.askAgain : actions.confirm}
              </Stated>
            </button>
          </p>
          <p class="aside">
            {fill(actions.asks, { sources: hosts.join(", ") })}{" "}
            {fill(actions.notSent, { what: what.join("; ") })}
          </p>
        </>
      )}
      {asked.length > 0 && (
        <p class="aside">
          <Stated>{fill(own.asked, { sources: asked.join(", ") })}</Stated>
        </p>
      )}
    </div>
  );
}
