import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { verifyInWorker } from "../verification/verify-in-worker.js";

/** Placeholder until the views are there: a drop zone, and the report as JSON. */
export function Page(): JSX.Element {
  const [text, setText] = useState("");
  return (
    <main
      onDragOver={(event) => event.preventDefault()}
      onDrop={async (event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) setText(JSON.stringify(await verifyInWorker(file), null, 2));
      }}
    >
      <input
        type="file"
        onChange={async (event) => {
          const file = event.currentTarget.files?.[0];
          if (file) setText(JSON.stringify(await verifyInWorker(file), null, 2));
        }}
      />
      <pre>{text}</pre>
    </main>
  );
}
