import { Stated } from "@svc-proof/ui/components";
import { Filled, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import type { Problem } from "../model/item.js";
import { usePageTexts } from "../texts/use-texts.js";

/** Says why there is no result. */
export function ProblemLine({ problem }: { readonly problem: Problem }): JSX.Element {
  const { page } = usePageTexts();
  const values = Object.fromEntries(
    Object.entries(problem.evidence).map(([name, value]) => [name, <Name key={name} name={String(value)} />]),
  );
  return (
    <p class="problem">
      <Stated by={JSON.stringify([page.problems[problem.code], problem.evidence])}>
        <Filled template={page.problems[problem.code]} values={values} />
      </Stated>
    </p>
  );
}
