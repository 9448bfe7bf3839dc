/**
 * Says that a newer version is there, once it is all on this device. It changes to it only when the user says so, and not
 * while anything is verified: reloading the page takes away what it shows.
 */
import type { JSX } from "preact";
import { applyUpdate, updateState } from "./offline-copy.js";

export interface UpdateTexts {
  /** A newer version is ready. Reloading empties this page. */
  readonly ready: string;
  /** The button: reload with the newer version. */
  readonly reload: string;
  /** Instead of the button while something is under way: it can be changed to afterwards. */
  readonly afterwards: string;
  /** It was asked for, but other windows with this page are open: close them first. */
  readonly otherPages: string;
}

export interface UpdateNoticeProps {
  readonly texts: UpdateTexts;
  /** Whether a verification is under way. */
  readonly isBusy: boolean;
}

export function UpdateNotice({ texts, isBusy }: UpdateNoticeProps): JSX.Element {
  const state = updateState.value;
  // The element stays, so that a screen reader hears what comes into it.
  return (
    <div class="update-notice" role="status">
      {state === "none" ? null : (
        <>
          <p>{state === "other-pages-open" ? texts.otherPages : isBusy ? texts.afterwards : texts.ready}</p>
          {isBusy ? null : (
            <button type="button" disabled={state === "applying"} onClick={() => void applyUpdate()}>
              {texts.reload}
            </button>
          )}
        </>
      )}
    </div>
  );
}
