import type { JSX } from "preact";
import type { Visit } from "../../pages/visit.js";
import { SIGN_IN_TEXTS } from "./texts.js";

/** Name of the script in `service/browser`. */
export const PASSKEY_SCRIPT = "passkeys";

/** A button that `browser/passkeys.ts` brings to life. @param to where to go then, a path. */
export function PasskeyButton({ visit, to }: { readonly visit: Visit; readonly to: string }): JSX.Element {
  const texts = SIGN_IN_TEXTS[visit.language];
  return (
    <div
      data-passkey="sign-in"
      data-options={visit.href("/sign-in/passkey/options")}
      data-answer={visit.href("/sign-in/passkey")}
      data-to={to}
      data-failed={texts.passkeyFailed}
      data-locked={texts.locked}
      data-unsupported={texts.passkeyUnsupported}
    >
      <button type="button" class="primary" hidden>
        {texts.passkeyButton}
      </button>
      <p class="problem" role="alert" />
      <noscript>
        <p class="aside">{texts.passkeysNeedScript}</p>
      </noscript>
    </div>
  );
}
