/** The closed parts under a verdict. Their code is loaded when one is opened, and printed pages get what was opened. */

import { Stated } from "@svc-proof/ui/components";
import { useVerdictTexts } from "@svc-proof/ui/verdict";
import type { ComponentType, JSX } from "preact";
import { useState } from "preact/hooks";
import type { DetailPart, VerdictDetailsProps } from "./verdict-details.js";

const PARTS: readonly DetailPart[] = ["checks", "subject", "inputs", "meaning"];

export function LazyDetails(props: Omit<VerdictDetailsProps, "part">): JSX.Element {
  return (
    <div class="details" part="details">
      {PARTS.filter((part) => part !== "inputs" || props.report.inputs.length > 0).map((part) => (
        <LazyPart key={part} {...props} part={part} />
      ))}
    </div>
  );
}

function LazyPart(props: VerdictDetailsProps): JSX.Element {
  const { result, page } = useVerdictTexts();
  const [Part, setPart] = useState<ComponentType<VerdictDetailsProps> | null>(null);
  const [isFailed, setFailed] = useState(false);
  const load = () => {
    if (Part !== null) return;
    setFailed(false);
    import("./verdict-details.js").then(
      ({ VerdictDetails }) => setPart(() => VerdictDetails),
      () => setFailed(true),
    );
  };
  return (
    <details class="part" onToggle={({ currentTarget }) => currentTarget.open && load()}>
      <summary part="summary">{result[props.part].heading}</summary>
      <div class="part-body">
        {Part === null ? (
          <p role="status">
            <Stated>{isFailed ? page.loadingFailed : page.loading}</Stated>
          </p>
        ) : (
          <Part {...props} />
        )}
      </div>
    </details>
  );
}
