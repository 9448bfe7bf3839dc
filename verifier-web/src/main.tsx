/** The page's entry. */
import "./offline/not-loaded.css";
import { keepOffline } from "./offline/offline-copy.js";
import { verifierWorker } from "./security/script-url.js";
import { createPageSession } from "./session/session.js";
import "./style/index.css";
import { render } from "preact";
import { initialLanguage, showLanguage } from "./texts/site-language.js";
import { SessionContext, SiteTexts } from "./view/context.js";
import { Page } from "./view/page.js";

/** Not awaited at the top level: modules that are loaded later depend on this one and would wait for it. */
async function start(): Promise<void> {
  const session = createPageSession(verifierWorker);
  await showLanguage(initialLanguage());
  render(
    <SessionContext.Provider value={session}>
      <SiteTexts>
        <Page />
      </SiteTexts>
    </SessionContext.Provider>,
    document.getElementById("page")!,
  );
  // Starts after the page is shown, since the offline copy uses the network and the processor.
  await keepOffline(session.isBusy);
}

void start();
