/** What a verdict rests on, part by part. Loaded when the reader opens the first of them. */

import { headlineFacts, type Report } from "@svc-proof/verifier-lib";
import {
  CheckEntry,
  Inputs,
  Meaning,
  Notices,
  type ShownFile,
  SubjectFacts,
} from "@svc-proof/verifier-web/ui/verdict";
import { type GivenOriginal, isWarning } from "@svc-proof/verifier-web/ui/wording";
import type { JSX } from "preact";

export type DetailPart = "checks" | "subject" | "inputs" | "meaning";

export interface VerdictDetailsProps {
  readonly part: DetailPart;
  readonly report: Report;
  readonly files: readonly ShownFile[];
  readonly original: GivenOriginal | null;
}

export function VerdictDetails({ part, report, files, original }: VerdictDetailsProps): JSX.Element {
  switch (part) {
    case "checks":
      return (
        <div>
          {report.checks.map((check, at) => (
            <CheckEntry key={at} check={check} />
          ))}
        </div>
      );
    case "subject":
      return (
        <>
          <SubjectFacts report={report} files={files} original={original} />
          <Notices
            notices={report.notices.filter((notice) => !isWarning(notice))}
            claim={headlineFacts(report)?.claim ?? null}
          />
        </>
      );
    case "inputs":
      return <Inputs inputs={report.inputs} />;
    case "meaning":
      return <Meaning report={report} />;
  }
}
