import { Hex } from "@svc-proof/ui/verdict";
import type { Check } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { useResultTexts } from "../../texts/use-texts.js";
import {
  PLACEHOLDER_FILE,
  type RepeatContext,
  type RepeatStep,
  repeatSteps,
} from "../../wording/repeat-steps.js";
import { Command } from "../text/command.js";

export interface RepeatByHandProps {
  readonly check: Check;
  readonly context: RepeatContext;
}

const HEX = /^(?:0x)?[0-9a-f]+$/;

/** Steps to repeat a check with third-party programs. */
export function RepeatByHand({ check, context }: RepeatByHandProps): JSX.Element | null {
  const { result } = useResultTexts();
  const steps = repeatSteps(check, context, result.repeat);
  if (steps.length === 0) return null;
  const hasPlaceholder = steps.some(({ commands }) =>
    commands.some(({ command }) => command.split(/[\s"]/).includes(PLACEHOLDER_FILE)),
  );
  return (
    <section>
      <h3>{result.checks.byHand}</h3>
      <ol class="steps">
        {steps.map((step) => (
          <li key={step.text}>
            <Step step={step} />
          </li>
        ))}
      </ol>
      {hasPlaceholder && <p class="aside">{result.repeat.placeholderFile}</p>}
    </section>
  );
}

function Step({ step: { text, commands, expected } }: { readonly step: RepeatStep }): JSX.Element {
  const { result } = useResultTexts();
  return (
    <>
      <p>{text}</p>
      {commands.map(({ system, command }) => (
        <div key={command} class="step-command">
          {system !== null && <span class="aside">{system}</span>}
          <Command command={command} label={system === null ? text : `${text} ${system}`} />
        </div>
      ))}
      {expected !== null && (
        <p class="expected">
          <span class="aside">{result.repeat.expected}</span>
          {expected.split("\n").map((line) => (
            <span class="expected-line" key={line}>
              {HEX.test(line) ? <Hex value={line} label={result.repeat.expected} /> : <code>{line}</code>}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
