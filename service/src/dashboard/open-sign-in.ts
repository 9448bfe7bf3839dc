import type { Capability, CapabilityHost } from "../capability.js";
import type { People } from "../people/people.js";
import { securityRoutes } from "./security/routes.js";
import { signInRoutes } from "./sign-in/routes.js";

/** Opens the pages on which people sign in, and see what signs them in. */
export function openSignIn({ store, addresses }: CapabilityHost, people: People): Capability {
  return {
    routes: [],
    pages: [...signInRoutes(people), ...securityRoutes({ people, store: store.people, addresses })],
  };
}
