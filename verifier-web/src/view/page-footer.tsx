import type { JSX } from "preact";
import { buildIdentity } from "../build/build-identity.js";
import { offlineState } from "../offline/offline-copy.js";
import { usePageTexts } from "../texts/use-texts.js";
import { aboutShown } from "./about/about-shown.js";
import { askedHosts } from "./asked-hosts.js";
import { Filled } from "./text/filled.js";
import { Name } from "./text/name.js";

/** The verifier's version, and where to download it. */
export function PageFooter(): JSX.Element {
  const { page } = usePageTexts();
  const { version, hash } = buildIdentity();
  const hosts = askedHosts.value;
  return (
    <footer class="page-footer">
      <p>
        <Filled template={page.footer.version} values={{ version }} />
        {hash !== null && (
          <>
            {" · "}
            <Filled template={page.footer.build} values={{ hash: <code class="build-hash">{hash}</code> }} />
          </>
        )}
      </p>
      <p class="screen-only">
        {hosts.length === 0 ? (
          page.privacy.nothingSent
        ) : (
          <Filled template={page.privacy.sentTo} values={{ hosts: <Name name={hosts.join(", ")} /> }} />
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
