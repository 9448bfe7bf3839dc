import { Mark } from "@svc-proof/ui/components";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { rememberLanguage, showLanguage } from "../texts/site-language.js";
import { usePageTexts } from "../texts/use-texts.js";
import { sourcesShown } from "./settings/sources-shown.js";
import { THEMES, type Theme, theme } from "./theme.js";

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
