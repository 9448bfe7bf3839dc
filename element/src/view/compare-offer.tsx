import { Stated } from "@svc-proof/ui/components";
import type { GivenOriginal } from "@svc-proof/ui/wording";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { VerifierViewProps } from "./verifier-view-props.js";

/** Where the reader puts a file to compare it: with a button, or dropped. Only where the page names no original. */
export function CompareOffer({
  texts,
  original,
  isChosen,
  onCompare,
}: Pick<VerifierViewProps, "texts" | "onCompare"> & {
  readonly original: GivenOriginal | null;
  /** Whether the reader chose the original. */
  readonly isChosen: boolean;
}): JSX.Element | null {
  const { actions, own } = texts;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isOfPage = original !== null && !original.isPacked && !isChosen;
  if (isOfPage || (original?.isPacked === true && !isChosen)) return null;
  return (
    <fieldset
      class={isOver ? "compare over" : "compare"}
      part="compare"
      aria-label={actions.chooseOriginal}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) onCompare(file);
      }}
    >
      {!isChosen && <p>{actions.addOriginal}</p>}
      <p class="buttons">
        <button type="button" part="button" onClick={() => input.current?.click()}>
          <Stated>{isChosen ? own.other : actions.chooseOriginal}</Stated>
        </button>
        {isChosen ? (
          <button type="button" part="button" class="quiet" onClick={() => onCompare(null)}>
            {own.back}
          </button>
        ) : (
          <span class="aside drop-hint">
            <Stated>{isOver ? own.dropNow : own.drop}</Stated>
          </span>
        )}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={actions.chooseOriginal}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file !== undefined) onCompare(file);
        }}
      />
      <p class="aside">{actions.filesStay}</p>
    </fieldset>
  );
}
