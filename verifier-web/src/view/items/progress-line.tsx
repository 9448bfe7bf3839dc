import { Stated } from "@svc-proof/ui/components";
import { amountText, rateText, timeLeftText } from "@svc-proof/ui/wording";
import type { JSX } from "preact";
import type { Item } from "../../model/item.js";
import { usePageTexts } from "../../texts/use-texts.js";

export interface ProgressLineProps {
  readonly progress: NonNullable<Item["progress"]>;
  /** Names the file for screen readers. */
  readonly title: string;
}

/** Progress of reading a file: amount, rate and time left. */
export function ProgressLine({ progress, title }: ProgressLineProps): JSX.Element {
  const { page, language } = usePageTexts();
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  const said = [
    amountText(doneBytes, totalBytes, page, language),
    ...(bytesPerSecond === null ? [] : [rateText(bytesPerSecond, page, language)]),
    ...(secondsLeft === null ? [] : [timeLeftText(secondsLeft, page, language)]),
  ].join(" · ");
  return (
    <span class="progress">
      <progress
        value={doneBytes}
        max={Math.max(1, totalBytes ?? doneBytes)}
        aria-label={title}
        aria-valuetext={said}
      />
      <span class="aside">
        <Stated>{said}</Stated>
      </span>
    </span>
  );
}
