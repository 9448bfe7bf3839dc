import { Stated } from "@svc-proof/ui/components";
import { Filled, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import { offlineState } from "../offline/offline-copy.js";
import { usePageTexts } from "../texts/use-texts.js";
import { aboutShown } from "./about/about-shown.js";
import { askedHosts } from "./asked-hosts.js";
import { VersionLine } from "./version-line.js";

/** The verifier's version, and where to download it. */
export function PageFooter(): JSX.Element {
  const { page } = usePageTexts();
  const hosts = askedHosts.value;
  return (
    <footer class="page-footer">
      <VersionLine />
      <p class="screen-only">
        {hosts.length === 0 ? (
          <Stated>{page.privacy.nothingSent}</Stated>
        ) : (
          <Stated by={page.privacy.sentTo + hosts.join(", ")}>
            <Filled template={page.privacy.sentTo} values={{ hosts: <Name name={hosts.join(", ")} /> }} />
          </Stated>
        )}
      </p>
      {offlineState.value === "ready" && <p class="screen-only">{page.footer.isKept}</p>}
      <ul class="page-links screen-only">
        <li>
          <button
            type="button"
            class="as-link"
            onClick={() => {
              aboutShown.value = true;
            }}
          >
            {page.footer.about}
          </button>
        </li>
        {!__SINGLE_FILE__ && (
          <>
            <li>
              <a href="./verifier.html" download="verifier.html">
                {page.footer.single}
              </a>
            </li>
            <li>
              <a href="./build.json">{page.footer.files}</a>
            </li>
          </>
        )}
      </ul>
    </footer>
  );
}
