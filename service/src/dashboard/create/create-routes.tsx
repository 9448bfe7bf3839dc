/** `/dashboard/create`: the page, its form for one fingerprint, and the registrations of its script. */
import { isUuid } from "@svc-proof/shared/encoding";
import { pastedFingerprint } from "@svc-proof/shared/text";
import { ApiError } from "../../api-error.js";
import type { Page, PageRoute } from "../../pages/page-route.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import { newSecret } from "../../people/secret.js";
import { type RegisterProofDeps, registerProof } from "../../proofs/register-proof.js";
import type { ProofRecord } from "../../records/types.js";
import { CREATE_PATH, CreatePage, type FingerprintForm, REGISTER_PATH } from "./create-page.js";
import { registerGroup } from "./register-group.js";
import { isToken, MAX_GROUP_BYTES, parseGroup, requestOf } from "./registration-group.js";
import { CREATE_TEXTS } from "./texts.js";

export function createRoutes(deps: RegisterProofDeps): PageRoute[] {
  return [
    {
      method: "GET",
      path: CREATE_PATH,
      access: "member",
      handle: async (visit) => {
        const registered = visit.query.get("registered") ?? "";
        const { account } = signedInOf(visit);
        const done = isUuid(registered) ? await deps.store.proofs.findOwn(registered, account.id) : null;
        return page(visit, { token: newSecret(), fingerprint: "", name: "" }, done);
      },
    },
    {
      method: "POST",
      path: CREATE_PATH,
      access: "member",
      handle: async (visit) => {
        const { form } = visit;
        const given = {
          token: form.text("token"),
          fingerprint: form.text("fingerprint"),
          name: form.text("name"),
        };
        const token = isToken(given.token) ? given.token : newSecret();
        const pasted = pastedFingerprint(given.fingerprint);
        const again = (problem: NonNullable<FingerprintForm["problem"]>, status: number): Page => ({
          ...page(visit, { ...given, token, problem }, null),
          status,
        });
        if (pasted?.algorithm !== "SHA-256") return again("fingerprint", 400);
        const { hash } = pasted;
        const request = requestOf({ hash, name: given.name });
        if (request instanceof ApiError) return again("name", 400);
        try {
          const registrant = { account: signedInOf(visit).account, keyId: null };
          const { proof: known } = await registerProof(deps, registrant, token, request);
          // The form of an earlier fingerprint, filled in anew: its token leads to the proof of that one.
          const proof =
            known.hash === hash ? known : (await registerProof(deps, registrant, newSecret(), request)).proof;
          return { redirect: `${CREATE_PATH}?registered=${proof.id}` };
        } catch (error) {
          if (error instanceof ApiError && error.code === "rate_limited") return again("limit", 429);
          throw error;
        }
      },
    },
    {
      method: "POST",
      path: REGISTER_PATH,
      access: "member",
      body: "json",
      maxBodyBytes: MAX_GROUP_BYTES,
      handle: async (visit, h) => {
        const items = await registerGroup(deps, signedInOf(visit).account, parseGroup(visit.json));
        return h.response({ items }).header("cache-control", "no-store");
      },
    },
  ];
}

function page(visit: Visit, form: FingerprintForm, done: ProofRecord | null): Page {
  return {
    title: CREATE_TEXTS[visit.language].title,
    body: <CreatePage visit={visit} form={form} done={done} />,
    scripts: ["create"],
    trustedTypes: "svc-create",
    place: "create",
  };
}
