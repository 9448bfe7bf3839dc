import { useEffect } from "preact/hooks";
import { useSession } from "./session-context.js";

/** Links to a proof, as certificates carry them in their QR codes. */
const PROOF_LINK = /^#\/proof\//;

/** Follows the link that the page was opened with, and those that come later. */
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

/** Takes the link out of the address, so that reloading does not follow it again. */
export function forgetLink(): void {
  if (location.hash !== "") history.replaceState(history.state, "", location.href.split("#")[0]);
}
