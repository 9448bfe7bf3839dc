/** The same answer without this page. */

import type { Check, Report } from "@svc-proof/verifier-lib";
import { CopyButton, Filled, Hex } from "@svc-proof/verifier-web/ui/verdict";
import type { JSX } from "preact";
import type { Item } from "../../model.js";
import { useResultTexts } from "../../texts/use-texts.js";
import {
  COMMAND_LINE_FILE,
  commandLine,
  PLACEHOLDER_FILE,
  type RepeatContext,
  type RepeatStep,
  repeatSteps,
  SANDBOX_ROOT_FILE,
  shellWord,
} from "../../wording/repeat-steps.js";

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

export interface WithoutUsProps {
  readonly item: Item;
  readonly report: Report;
}

/** The command that gives the same answer without this page, and where to get what it needs. */
export function WithoutUs({ item, report }: WithoutUsProps): JSX.Element {
  const { result } = useResultTexts();
  const texts = result.repeat;
  const { files, asked } = item;
  const fetched = files.flatMap(({ address }) => address ?? []);
  const trustsSandbox = item.sandboxRoot === "trusted";
  const command = commandLine({ report, files, asked, trustsSandbox });
  return (
    <div class="without-us">
      <p>{texts.withoutUs}</p>
      <p class="aside">
        {__SINGLE_FILE__ ? (
          texts.programElsewhere
        ) : (
          <Filled
            template={texts.program}
            values={{
              program: (
                <a href={`./${COMMAND_LINE_FILE}`} download={COMMAND_LINE_FILE}>
                  {COMMAND_LINE_FILE}
                </a>
              ),
              hashes: <a href="./build.json">build.json</a>,
            }}
          />
        )}
      </p>
      {fetched.length > 0 && (
        <Save label={texts.saveFirst} commands={fetched.map((address) => `curl -fO ${shellWord(address)}`)} />
      )}
      {trustsSandbox && <Save label={texts.sandboxRoot} commands={[sandboxRootCommand()]} />}
      <Command command={command} label={texts.withoutUs} />
    </div>
  );
}

function Save({
  label,
  commands,
}: {
  readonly label: string;
  readonly commands: readonly string[];
}): JSX.Element {
  return (
    <>
      <p class="aside">{label}</p>
      <Command command={commands.join("\n")} label={label} />
    </>
  );
}

/** The service states it in JSON. */
function sandboxRootCommand(): string {
  const address = shellWord(new URL("./local-sources.json", document.baseURI).href);
  return `curl -fs ${address} | jq -r .tsa_root_pem > ${SANDBOX_ROOT_FILE}`;
}

interface CommandProps {
  readonly command: string;
  readonly label: string;
}

/** A terminal command. It scrolls on its own and can be reached by keyboard. */
export function Command({ command, label }: CommandProps): JSX.Element {
  return (
    <div class="command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{command}</code>
      </pre>
      <CopyButton text={command} of={label} />
    </div>
  );
}
