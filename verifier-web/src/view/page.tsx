/** Frame, header, footer. */

import { effect, type Signal, signal } from "@preact/signals";
import { Mark, Stated } from "@svc-proof/verifier-web/ui/components";
import { fill, LANGUAGE_NAMES, LANGUAGES, type Language, plural } from "@svc-proof/verifier-web/ui/language";
import { Filled, Name } from "@svc-proof/verifier-web/ui/verdict";
import { dateText } from "@svc-proof/verifier-web/ui/wording";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { offlineState, UpdateNotice } from "../offline/offline-copy.js";
import { rememberLanguage, showLanguage } from "../texts/site-language.js";
import { usePageTexts } from "../texts/use-texts.js";
import { aboutShown, lazy, ProblemLine, sourcesShown, useSession, VersionLine } from "./context.js";
import { askedHosts, forgetLink, useFocusInView, useLink, useOpenItem, usePageTitle } from "./hooks.js";
import { DropZone, FileInput, TypedForm, useDrop } from "./intake.js";
import { LandingNotes, LandingSteps, LandingTitle, SampleOffer } from "./landing.js";

/** The verifier's version, and where to download it. */
export function PageFooter(): JSX.Element {
  const { page } = usePageTexts();
  const hosts = askedHosts.value;
  return (
    <footer class="page-footer">
      <VersionLine />
      <p class="screen-only">
        {hosts.length === 0 ? (
          <Stated>{page.privacy.nothingSent}</Stated>
        ) : (
          <Stated by={page.privacy.sentTo + hosts.join(", ")}>
            <Filled template={page.privacy.sentTo} values={{ hosts: <Name name={hosts.join(", ")} /> }} />
          </Stated>
        )}
      </p>
      {offlineState.value === "ready" && <p class="screen-only">{page.footer.isKept}</p>}
      <ul class="page-links screen-only">
        <li>
          <button
            type="button"
            class="as-link"
            onClick={() => {
              aboutShown.value = true;
            }}
          >
            {page.footer.about}
          </button>
        </li>
        {!__SINGLE_FILE__ && (
          <>
            <li>
              <a href="./verifier.html" download="verifier.html">
                {page.footer.single}
              </a>
            </li>
            <li>
              <a href="./build.json">{page.footer.files}</a>
            </li>
          </>
        )}
      </ul>
    </footer>
  );
}

/** The site's name and settings: language, appearance, sources. */
export function PageHeader({ onHome }: { readonly onHome: () => void }): JSX.Element {
  const { page, language } = usePageTexts();
  return (
    <header class="page-header screen-only">
      <button type="button" class="site-name quiet" onClick={onHome}>
        <Mark />
        {page.title}
      </button>
      <div class="page-settings">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            sourcesShown.value = true;
          }}
        >
          {page.settings}
        </button>
        <label>
          <span class="unseen">{page.theme.label}</span>
          <select
            value={theme.value}
            onChange={({ currentTarget }) => {
              theme.value = currentTarget.value as Theme;
            }}
          >
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {page.theme[name]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="unseen">{page.language}</span>
          <select
            value={language}
            onChange={async ({ currentTarget }) => {
              const chosen = currentTarget.value as Language;
              rememberLanguage(chosen);
              await showLanguage(chosen);
            }}
          >
            {LANGUAGES.map((name) => (
              <option key={name} value={name} lang={name}>
                {LANGUAGE_NAMES[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}

/** The page: an introduction until something is added, then the results. */
const Items = lazy(async () => (await import("./items.js")).Items);
const ItemPage = lazy(async () => (await import("./result/result.js")).ItemPage);
const AboutDialog = lazy(async () => (await import("./settings.js")).AboutDialog);
const SnapshotOffers = lazy(async () => (await import("./settings.js")).SnapshotOffers);
const SourcesDialog = lazy(async () => (await import("./settings.js")).SourcesDialog);

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

// Light or dark appearance, or that of the device.

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "theme";

const theme: Signal<Theme> = signal(readChoice());

effect(() => {
  const { value } = theme;
  if (value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = value;
  try {
    if (value === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
});

function readChoice(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((name) => name === stored) ?? "system";
  } catch {
    return "system";
  }
}
