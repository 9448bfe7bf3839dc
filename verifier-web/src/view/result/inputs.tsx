import type { GivenInput } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { useResultTexts } from "../../texts/use-texts.js";
import { inputText } from "../../wording/input-text.js";
import { Name } from "../text/name.js";

/** How every other input and every part of a package was used. */
export function Inputs({ inputs }: { readonly inputs: readonly GivenInput[] }): JSX.Element {
  const { result, codes } = useResultTexts();
  return (
    <ul class="plain-list inputs">
      {inputs.map((input, at) => {
        const { title, name, status, reason } = inputText(input, result, codes);
        return (
          <li key={at} class={`input-${input.status}`}>
            {title}
            {name !== null && (
              <>
                {" "}
                (<Name name={name} />)
              </>
            )}
            {": "}
            {status}
            {reason !== null && <span class="aside"> {reason}</span>}
          </li>
        );
      })}
    </ul>
  );
}
