import { type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "../session/session.js";

export const SessionContext: Context<Session | null> = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("drawn outside of a session");
  return session;
}
