import { render } from "preact";
import type { ScriptSettings } from "../../src/dashboard/create/script-settings.js";
import { Creation, groupPoster, holdLock, randomToken } from "./creation.js";
import { startWorker, workerHasher } from "./hashing.js";
import { IndexedDbJournal } from "./journal.js";
import { MainView } from "./main-view.js";

/** Shows the files in an element of the page that carries the settings, and goes on with what a former visit left. */
export async function start(root: HTMLElement): Promise<void> {
  const settings = JSON.parse(root.dataset["settings"]!) as ScriptSettings;
  if (!(await holdLock(`svc-create ${settings.journal}`))) {
    root.replaceChildren(noticeOf(settings.texts.notices.otherTab));
    return;
  }
  const journal = await IndexedDbJournal.open(settings.journal);
  let show: () => void = () => {};
  const creation = new Creation({
    journal,
    hashFile: workerHasher(startWorker),
    postGroup: groupPoster(settings.registerPath, document.body.dataset["csrf"] ?? ""),
    newToken: randomToken,
    nowMs: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onChange: () => show(),
  });
  await creation.restore();
  root.replaceChildren();
  render(
    <MainView
      creation={creation}
      settings={settings}
      isKept={() => journal.isKept}
      onShow={(given) => {
        show = given;
      }}
    />,
    root,
  );
  addEventListener("online", () => creation.tryNow());
  addEventListener("beforeunload", (event) => {
    const { kind } = creation.hindrance ?? {};
    if (creation.isBusy && kind !== "signed-out" && kind !== "forbidden") event.preventDefault();
  });
}

function noticeOf(text: string): HTMLElement {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = text;
  return notice;
}
