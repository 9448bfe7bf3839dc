/** The page: an introduction until something is added, then the results. */

import { Stated } from "@svc-proof/ui/components";
import { fill, plural } from "@svc-proof/ui/language";
import { dateText } from "@svc-proof/ui/wording";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { UpdateNotice } from "../offline/update-notice.js";
import { usePageTexts } from "../texts/use-texts.js";
import { aboutShown } from "./about/about-shown.js";
import { DropZone, FileInput } from "./intake/drop-zone.js";
import { TypedForm } from "./intake/typed-form.js";
import { useDrop } from "./intake/use-drop.js";
import { LandingNotes, LandingSteps, LandingTitle } from "./landing/landing.js";
import { SampleOffer } from "./landing/sample-offer.js";
import { lazy } from "./lazy.js";
import { PageFooter } from "./page-footer.js";
import { PageHeader } from "./page-header.js";
import { ProblemLine } from "./problem-line.js";
import { useSession } from "./session-context.js";
import { sourcesShown } from "./settings/sources-shown.js";
import { useFocusInView } from "./use-focus-in-view.js";
import { forgetLink, useLink } from "./use-link.js";
import { useOpenItem } from "./use-open-item.js";
import { usePageTitle } from "./use-page-title.js";

const Items = lazy(async () => (await import("./items/items.js")).Items);
const ItemPage = lazy(async () => (await import("./items/item-page.js")).ItemPage);
const AboutDialog = lazy(async () => (await import("./about/about-dialog.js")).AboutDialog);
const SnapshotOffers = lazy(async () => (await import("./trusted-lists/snapshot-offers.js")).SnapshotOffers);
const SourcesDialog = lazy(async () => (await import("./settings/sources-dialog.js")).SourcesDialog);

export function Page(): JSX.Element {
  const { page, language } = usePageTexts();
  const session = useSession();
  const items = session.items.value;
  const [openId, open] = useOpenItem(items);
  const isOver = useDrop();
  useLink();
  const opened = items.find(({ id }) => id === openId);
  usePageTitle(opened);
  useQuestionBeforeLeaving(session.isBusy.value);
  useFocusInView(opened?.id ?? null, items.length > 0);
  const problem = session.problem.value;
  const arriving = session.arrivingCount.value;
  const startAgain = () => {
    session.clear();
    forgetLink();
    open(null);
  };
  return (
    <div class={isOver ? "page over" : "page"}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        {page.skipToContent}
      </button>
      <PageHeader onHome={startAgain} />
      <UpdateNotice texts={page.update} isBusy={session.isBusy.value} />
      <FileInput />
      <main class="page-main" id="main" tabIndex={-1}>
        {items.length === 0 && <LandingTitle />}
        {opened === undefined && <DropZone isSmall={items.length > 0} isOver={isOver} />}
        <Surroundings />
        <div class="page-status" role="status">
          {problem !== null && <ProblemLine problem={problem} />}
          {arriving > 0 && (
            <p class="aside">
              <Stated>{plural(page.intake.arriving, arriving, language)}</Stated>
            </p>
          )}
        </div>
        {session.trustList.value.given.length > 0 && <SnapshotOffers />}
        {items.length === 0 ? (
          <>
            <div class="landing-ways">
              <TypedForm />
              <SampleOffer />
            </div>
            <LandingSteps />
            <LandingNotes />
          </>
        ) : opened === undefined ? (
          <Items items={items} onOpen={open} onClear={startAgain} />
        ) : (
          <ItemPage
            key={opened.id}
            item={opened}
            onBack={items.length > 1 ? () => open(null) : null}
            onClear={startAgain}
            onOpen={open}
          />
        )}
      </main>
      <PageFooter />
      {sourcesShown.value && <SourcesDialog />}
      {aboutShown.value && <AboutDialog />}
    </div>
  );
}

/** What of this device and address limits every result. */
function Surroundings(): JSX.Element {
  const { page, language } = usePageTexts();
  const now = new Date();
  const isBehind = now < new Date(__MADE_AFTER__);
  return (
    <>
      {globalThis.crypto?.subtle === undefined && <p class="caveat screen-only">{page.insecure}</p>}
      {isBehind && (
        <p class="caveat screen-only">
          {fill(page.clockBehind, { date: dateText(now.toISOString(), language) })}
        </p>
      )}
    </>
  );
}

/** Hashing may take minutes, and what was read is lost with the page. */
function useQuestionBeforeLeaving(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);
}
