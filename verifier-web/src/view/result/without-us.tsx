import { Filled } from "@svc-proof/ui/verdict";
import type { Report } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import type { Item } from "../../model.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { COMMAND_LINE_FILE, commandLine, SANDBOX_ROOT_FILE, shellWord } from "../../wording/repeat-steps.js";
import { Command } from "../text/command.js";

export interface WithoutUsProps {
  readonly item: Item;
  readonly report: Report;
}

/** The command that gives the same answer without this page, and where to get what it needs. */
export function WithoutUs({ item, report }: WithoutUsProps): JSX.Element {
  const { result } = useResultTexts();
  const texts = result.repeat;
  const { files, asked } = item;
  const fetched = files.flatMap(({ address }) => address ?? []);
  const trustsSandbox = item.sandboxRoot === "trusted";
  const command = commandLine({ report, files, asked, trustsSandbox });
  return (
    <div class="without-us">
      <p>{texts.withoutUs}</p>
      <p class="aside">
        {__SINGLE_FILE__ ? (
          texts.programElsewhere
        ) : (
          <Filled
            template={texts.program}
            values={{
              program: (
                <a href={`./${COMMAND_LINE_FILE}`} download={COMMAND_LINE_FILE}>
                  {COMMAND_LINE_FILE}
                </a>
              ),
              hashes: <a href="./build.json">build.json</a>,
            }}
          />
        )}
      </p>
      {fetched.length > 0 && (
        <Save label={texts.saveFirst} commands={fetched.map((address) => `curl -fO ${shellWord(address)}`)} />
      )}
      {trustsSandbox && <Save label={texts.sandboxRoot} commands={[sandboxRootCommand()]} />}
      <Command command={command} label={texts.withoutUs} />
    </div>
  );
}

function Save({
  label,
  commands,
}: {
  readonly label: string;
  readonly commands: readonly string[];
}): JSX.Element {
  return (
    <>
      <p class="aside">{label}</p>
      <Command command={commands.join("\n")} label={label} />
    </>
  );
}

/** The service states it in JSON. */
function sandboxRootCommand(): string {
  const address = shellWord(new URL("./local-sources.json", document.baseURI).href);
  return `curl -fs ${address} | jq -r .tsa_root_pem > ${SANDBOX_ROOT_FILE}`;
}
