/** The page's entry. */
import { render } from "preact";
import "./offline/not-loaded.css";
import { keepOffline } from "./offline/offline-copy.js";
import { verifierWorker } from "./security/verifier-worker.js";
import { createPageSession } from "./session/page-session.js";
import "./style/index.css";
import { initialLanguage, showLanguage } from "./texts/site-language.js";
import { Page } from "./view/page.js";
import { SessionContext } from "./view/session-context.js";

/** Not awaited at the module's top: parts that are loaded later are built upon this one, and would wait for it. */
async function start(): Promise<void> {
  const session = createPageSession(verifierWorker);
  await showLanguage(initialLanguage());
  render(
    <SessionContext.Provider value={session}>
      <Page />
    </SessionContext.Provider>,
    document.getElementById("page")!,
  );
  // After the page is there: the copy takes its share of the network and of the processor.
  await keepOffline();
}

void start();
