import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { recogniseText } from "../../intake/recognised-text.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";

/** A field for the number of a proof or certificate, or a fingerprint; it also accepts a pasted proof. */
export function TypedForm(): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const [text, setText] = useState("");
  const isFingerprint = recogniseText(text).kind === "fingerprint";
  return (
    <form
      class="typed screen-only"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        session.addText(text);
        setText("");
      }}
    >
      <label for="typed">{page.intake.typed}</label>
      <input
        id="typed"
        type="text"
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby="typed-hint"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit">{isFingerprint ? page.intake.typedCompare : page.intake.typedFetch}</button>
      <p class="aside" id="typed-hint">
        {page.intake.typedHint}
      </p>
    </form>
  );
}
