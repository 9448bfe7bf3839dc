import { Filled, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import type { ItemFile } from "../../model.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { useSession } from "../context.js";

/** Asks whether to trust given certificates. None is trusted by default. */
export function TrustOffer({ files }: { readonly files: readonly ItemFile[] }): JSX.Element | null {
  const { result } = useResultTexts();
  const session = useSession();
  const authorities = files.filter(({ role }) => role === "authority");
  if (authorities.length === 0) return null;
  return (
    <fieldset class="trust-offer screen-only">
      <legend>{result.add.trustHeading}</legend>
      <p class="aside">{result.add.trustLead}</p>
      {authorities.map(({ id, name, isTrusted }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={isTrusted}
            onChange={({ currentTarget }) => session.trust(id, currentTarget.checked)}
          />{" "}
          <span>
            <Filled template={result.add.trust} values={{ file: <Name name={name} /> }} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
