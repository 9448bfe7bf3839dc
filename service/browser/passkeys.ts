/** Passkeys on the page of the sign-in, and on the page where they are added. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

interface Outcome {
  readonly outcome?: string;
  /** Where to go now. */
  readonly to?: string;
}

/** Marks an answer that was another page: the sign-in is no longer recent, or has ended. */
const ELSEWHERE = Symbol("elsewhere");

/** There were too many attempts. */
class Locked extends Error {
  readonly minutes: number;

  constructor(seconds: number) {
    super("too many attempts");
    this.minutes = Math.ceil(seconds / 60);
  }
}

for (const part of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
  if (!browserSupportsWebAuthn()) {
    tell(part, "unsupported");
    continue;
  }
  const isSignIn = part.dataset["passkey"] === "sign-in";
  const shown = part.querySelector<HTMLElement>(isSignIn ? "button" : "form")!;
  shown.hidden = false;
  shown.addEventListener(isSignIn ? "click" : "submit", (event) => {
    event.preventDefault();
    void run(part, isSignIn ? signIn : add);
  });
}

async function run(part: HTMLElement, action: (part: HTMLElement) => Promise<void>): Promise<void> {
  const buttons = part.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  say(part, "");
  try {
    await action(part);
  } catch (error) {
    // The page is reloaded, and leads to the sign-in.
    if (error === ELSEWHERE) location.reload();
    else if (error instanceof Locked)
      say(part, part.dataset["locked"]!.replace("{minutes}", String(error.minutes)));
    else tell(part, "failed");
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

async function signIn(part: HTMLElement): Promise<void> {
  const { options, answer, to } = part.dataset;
  const optionsJSON = (await post(options!, {})) as PublicKeyCredentialRequestOptionsJSON;
  const result = (await post(answer!, { answer: await startAuthentication({ optionsJSON }), to })) as Outcome;
  location.assign(result.to!);
}

async function add(part: HTMLElement): Promise<void> {
  const { options, answer } = part.dataset;
  const name = part.querySelector("input")!.value;
  const optionsJSON = (await post(options!, {})) as PublicKeyCredentialCreationOptionsJSON;
  let made: unknown;
  try {
    made = await startRegistration({ optionsJSON });
  } catch (error) {
    // The authenticator has a passkey of this person.
    if ((error as Error).name !== "InvalidStateError") throw error;
    tell(part, "full");
    return;
  }
  const result = (await post(answer!, { answer: made, name })) as Outcome;
  if (result.outcome === "full") tell(part, "full");
  else location.assign(result.to!);
}

/** @throws ELSEWHERE, Locked, Error */
async function post(path: string, value: unknown): Promise<unknown> {
  const csrf = document.body.dataset["csrf"];
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(csrf !== undefined && { "x-csrf-token": csrf }) },
    body: JSON.stringify(value),
  });
  if (answer.redirected) throw ELSEWHERE;
  const retryAfter = answer.headers.get("retry-after");
  if (answer.status === 429 && retryAfter !== null) throw new Locked(Number(retryAfter));
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (!isJson || !(answer.ok || answer.status === 409)) throw new Error(`status ${answer.status}`);
  return answer.json();
}

function tell(part: HTMLElement, word: "failed" | "full" | "unsupported"): void {
  say(part, part.dataset[word] ?? "");
}

function say(part: HTMLElement, text: string): void {
  part.querySelector("[role=alert]")!.textContent = text;
}
