import type { JSX } from "preact";
import { useResultTexts } from "../../texts/use-texts.js";
import { Pick } from "../intake.js";

/** Asks for the original. Without it, a proof concerns only a fingerprint. */
export function AddOriginal({ itemId }: { readonly itemId: string }): JSX.Element {
  const { result } = useResultTexts();
  return (
    <div class="add-original screen-only">
      <p>{result.add.original}</p>
      <Pick label={result.add.chooseOriginal} compareWith={itemId} />
    </div>
  );
}
