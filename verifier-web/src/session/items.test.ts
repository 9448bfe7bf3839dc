import type { Report } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import type { EvidenceFiles, FileRole, KnownFile } from "../model.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import type { Group } from "./groups.js";
import { GroupVerifier } from "./items.js";
import { SizeLimiter } from "./tasks.js";

describe("a question of the reader", () => {
  const report = { outcome: "indeterminate", proof: null, checks: [] } as unknown as Report;
  const GROUPS = [{ kind: "bitcoin", endpoints: ["https://explorer.example"] }] as never;
  const file = (id: string, role: FileRole): KnownFile => ({
    id,
    file: new File([], id),
    name: id,
    role,
    path: "",
    looksLike: null,
    isChosen: true,
    digests: { "SHA-256": "aa".repeat(32) },
    tokenHash: null,
    report,
    snapshot: null,
    comparedWith: null,
  });
  const alone: Group = { input: file("proof", "proof"), original: null, evidence: [], copies: [] };
  const withOriginal: Group = { ...alone, original: file("original", "original") };

  /** A verifier whose answers come when the test says so. */
  function scene() {
    const pending: { readonly mode: string | null; end(): Promise<void> }[] = [];
    const verify = ({ online }: EvidenceFiles, { signal }: { signal: AbortSignal }) =>
      new Promise<Report>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        const end = async () => {
          resolve(report);
          await new Promise((after) => setTimeout(after));
        };
        pending.push({ mode: online?.mode ?? null, end });
      });
    const verifier = new GroupVerifier({
      client: { verify } as unknown as VerifierClient,
      limiter: new SizeLimiter(),
      records: new Map(),
      snapshot: () => null,
      sandboxRoot: () => null,
      onChange: () => {},
    });
    const show = async (group: Group) => {
      verifier.verifyChanged([group], new Map());
      await new Promise((after) => setTimeout(after));
    };
    const ask = async (group: Group) => {
      verifier.ask([{ group, groups: GROUPS }]);
      await new Promise((after) => setTimeout(after));
    };
    const state = () => verifier.verifications.get("proof")!;
    return { verifier, pending, show, ask, state };
  }

  test("is asked again when a file arrives before the answer", async () => {
    const { pending, show, ask, state } = scene();
    await show(alone);
    await ask(alone);
    await show(withOriginal);
    expect(pending.map(({ mode }) => mode)).toEqual(["ask", "ask"]);
    await pending[1]!.end();
    expect(state()).toMatchObject({ phase: "done", asked: { groups: GROUPS } });
    expect(pending).toHaveLength(2);
  });

  test("waits for a verification that goes on", async () => {
    const { pending, show, ask, state } = scene();
    await show(withOriginal);
    await ask(withOriginal);
    expect(pending.map(({ mode }) => mode)).toEqual([null]);
    await pending[0]!.end();
    expect(pending.map(({ mode }) => mode)).toEqual([null, "ask"]);
    await pending[1]!.end();
    expect(state()).toMatchObject({ phase: "done", asked: { groups: GROUPS } });
  });

  test("that is withdrawn is not asked", async () => {
    const { verifier, pending, show, ask, state } = scene();
    await show(alone);
    await ask(alone);
    verifier.stopAsking();
    await show(withOriginal);
    await pending[1]!.end();
    expect(pending.map(({ mode }) => mode)).toEqual(["ask", null]);
    expect(state()).toMatchObject({ phase: "done", asked: null });
  });
});
