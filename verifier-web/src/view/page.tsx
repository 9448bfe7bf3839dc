import type { JSX } from "preact";
import { UpdateNotice } from "../offline/update-notice.js";
import { verifierWorker } from "../security/verifier-worker.js";
import { createPageSession } from "../session/page-session.js";

const session = createPageSession(verifierWorker);

/** Placeholder until the views are there: a drop zone, and the items as JSON. */
export function Page(): JSX.Element {
  const add = (files: FileList | null | undefined) =>
    session.add(Array.from(files ?? [], (file) => ({ file, isChosen: true })));
  return (
    <main
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer?.files);
      }}
    >
      <input type="file" multiple onChange={(event) => add(event.currentTarget.files)} />
      <UpdateNotice
        texts={{
          ready: "A newer version is ready. Reloading empties this page.",
          reload: "Reload",
          afterwards: "A newer version is ready.",
          otherPages: "A newer version is ready. Close the other windows with this page first.",
        }}
        isBusy={session.isBusy.value}
      />
      <pre>{JSON.stringify(session.items.value, null, 2)}</pre>
    </main>
  );
}
