/**
 * Offers a newer version once it is completely stored. Switches only at the user's request and never during a verification,
 * since reloading empties the page.
 */

import { Stated } from "@svc-proof/ui/components";
import type { JSX } from "preact";
import type { PageTexts } from "../texts/page/english.js";
import { applyUpdate, updateState } from "./offline-copy.js";

export interface UpdateNoticeProps {
  readonly texts: PageTexts["update"];
  /** Whether a verification is running. */
  readonly isBusy: boolean;
}

export function UpdateNotice({ texts, isBusy }: UpdateNoticeProps): JSX.Element {
  const state = updateState.value;
  // The element stays in the page, so that screen readers announce its changes.
  return (
    <div class="update-notice screen-only" role="status">
      {state === "none" ? null : (
        <>
          <p>
            <Stated>
              {state === "other-pages-open" ? texts.otherPages : isBusy ? texts.afterwards : texts.ready}
            </Stated>
          </p>
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
