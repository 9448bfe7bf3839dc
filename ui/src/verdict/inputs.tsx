import type { GivenInput } from "@svc-proof/verifier-lib";
import { Fragment, type JSX } from "preact";
import { inputText } from "../wording/input-text.js";
import { Name } from "./text/name.js";
import { useStatement, useVerdictTexts } from "./texts-context.js";

/** How every other input and every part of a package was used. */
export function Inputs({ inputs }: { readonly inputs: readonly GivenInput[] }): JSX.Element {
  const { result, codes } = useVerdictTexts();
  const key = useStatement(inputs);
  return (
    <dl class="facts inputs" key={key}>
      {inputs.map((input, at) => {
        const { title, name, status, reason } = inputText(input, result, codes);
        return (
          <Fragment key={at}>
            <dt>{title}</dt>
            <dd class={`input-${input.status}`}>
              {status}
              {name !== null && (
                <span class="aside">
                  {" "}
                  <Name name={name} />
                </span>
              )}
              {reason !== null && <p class="aside">{reason}</p>}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}
