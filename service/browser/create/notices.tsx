/** What the person should know about the whole. */

import { Stated } from "@svc-proof/ui/components";
import { plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import type { ScriptSettings } from "../../src/dashboard/create/script-settings.js";
import type { Counts, Creation } from "./creation.js";
import type { IntakeResult } from "./intake.js";

export interface NoticesProps {
  readonly creation: Creation;
  readonly counts: Counts;
  readonly settings: ScriptSettings;
  /** What was last dropped or chosen. */
  readonly taken: IntakeResult | null;
  readonly isKept: boolean;
}

export function Notices({ creation, counts, settings, taken, isKept }: NoticesProps): JSX.Element {
  const { texts, language } = settings;
  const { notices } = texts;
  const { hindrance, isBusy, isCancelled } = creation;
  const isOver = !isBusy && counts.total > 0 && counts.missing === 0;
  return (
    <div class="notices">
      {hindrance !== null && (
        <div class="notice notice-problem" role="alert">
          {"untilMs" in hindrance ? (
            // The seconds are not told again and again.
            <p>
              <span aria-hidden="true">
                <Stated>{plural(notices[hindrance.kind], secondsUntil(hindrance.untilMs), language)}</Stated>
              </span>
              <span class="unseen">
                <Stated>
                  {plural(notices[hindrance.kind], Math.round(hindrance.pauseMs / 1_000), language)}
                </Stated>
              </span>
            </p>
          ) : (
            <>
              <p>
                <Stated>{hindrance.kind === "signed-out" ? notices.signedOut : notices.forbidden}</Stated>
              </p>
              <button type="button" onClick={() => location.reload()}>
                {texts.buttons.reload}
              </button>
            </>
          )}
        </div>
      )}
      {!isKept && counts.total > 0 && <p class="notice">{notices.noJournal}</p>}
      {counts.missing > 0 && !isCancelled && (
        <p class="notice">
          <Stated>{plural(notices.missing, counts.missing, language)}</Stated>
        </p>
      )}
      {taken?.files.length === 0 && <p class="notice">{notices.nothing}</p>}
      {taken?.isCut && (
        <p class="notice">
          <Stated>{plural(notices.cut, taken.files.length, language)}</Stated>
        </p>
      )}
      {taken !== null && taken.unreadableCount > 0 && (
        <p class="notice notice-problem">
          <Stated>{plural(notices.unreadable, taken.unreadableCount, language)}</Stated>
        </p>
      )}
      {isOver && (
        <p class="notice">
          <Stated>
            {plural(isCancelled ? notices.cancelled : notices.finished, counts.proven, language)}
          </Stated>
        </p>
      )}
      {counts.problems > 0 && !isBusy && (
        <p class="notice notice-problem">
          <Stated>{plural(notices.problems, counts.problems, language)}</Stated>
        </p>
      )}
    </div>
  );
}

function secondsUntil(untilMs: number): number {
  return Math.max(1, Math.ceil((untilMs - performance.now()) / 1_000));
}
