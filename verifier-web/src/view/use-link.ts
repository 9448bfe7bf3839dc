import { useEffect } from "preact/hooks";
import { useSession } from "./session-context.js";

/** Links to a proof, as in the QR codes of certificates. */
const PROOF_LINK = /^#\/proof\//;

/** Follows the link in the page's address, at the start and when it changes. */
export function useLink(): void {
  const session = useSession();
  useEffect(() => {
    const follow = () => {
      if (PROOF_LINK.test(location.hash)) session.openLink(location.hash);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [session]);
}

/** Removes the link from the address, so that reloading does not follow it again. */
export function forgetLink(): void {
  if (location.hash !== "") history.replaceState(history.state, "", location.href.split("#")[0]);
}
