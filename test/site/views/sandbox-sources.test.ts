/** What the page takes from the sandbox that serves it, and when it looks for one. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import {
  namesSandboxAuthority,
  namesSandboxChain,
  parseLocalSources,
} from "../../../verifier-web/src/session/endpoints.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";
import { sandboxSeal } from "../../sandbox-seal.js";

const tsp = vectorFolder("tsp");
const ADDRESS = new URL("http://127.0.0.1:3000/verify/local-sources.json");
const DOCUMENT = {
  format: "svc-local-sources/1",
  chain_id: 31337,
  rpc_urls: ["http://127.0.0.1:8545"],
  tsa_root_pem: "-----BEGIN CERTIFICATE-----",
};
const parse = (changes: object) => parseLocalSources(JSON.stringify({ ...DOCUMENT, ...changes }), ADDRESS);

test("a sandbox's document", async () => {
  const found = parse({});
  expect(found?.rpcUrls).toEqual(["http://127.0.0.1:8545"]);
  expect(await found?.tsaRoot?.text()).toBe("-----BEGIN CERTIFICATE-----");
  expect(parse({ rpc_urls: [], tsa_root_pem: null })).toEqual({
    rpcUrls: [],
    tsaRoot: null,
    hasLookup: false,
  });
});

test("a service that finds proofs by their fingerprint, with no sandbox or with one", () => {
  const found = (document: object) => parseLocalSources(JSON.stringify(document), ADDRESS);
  const alone = { format: "svc-local-sources/1", fingerprint_lookup: true };
  expect(found(alone)).toEqual({ rpcUrls: [], tsaRoot: null, hasLookup: true });
  expect(found({ ...DOCUMENT, fingerprint_lookup: true })).toMatchObject({ hasLookup: true });
  expect(found({ ...alone, fingerprint_lookup: "yes" })).toBeNull();
  expect(found({ ...alone, chain_id: 1, rpc_urls: [] })).toBeNull();
});

test.each<[string, object]>([
  ["another format", { format: "svc-local-sources/2" }],
  ["a chain whose proofs are worth something", { chain_id: 1 }],
  ["an address that is none", { rpc_urls: ["javascript:alert(1)"] }],
  ["an address that is not encrypted", { rpc_urls: ["http://rpc.example"] }],
  ["too many addresses", { rpc_urls: Array.from({ length: 9 }, (_, i) => `https://${i}.example`) }],
  ["no list", { rpc_urls: "http://127.0.0.1:8545" }],
])("%s is refused", (_, changes) => {
  expect(parse(changes)).toBeNull();
});

test.each(["", "<!doctype html>", "null", "[]", '"text"'])("%j is no such document", (text) => {
  expect(parseLocalSources(text, ADDRESS)).toBeNull();
});

test("it is looked for only when a report names the development chain or a sandbox's authority", async () => {
  const { response, rootPem } = await sandboxSeal("ab".repeat(32));
  for (const options of [{}, { trust: [rootPem] }]) {
    expect(namesSandboxAuthority(await verify(response, options))).toBe(true);
  }
  const vector = (name: string) => readFileSync(join(root, "test/vectors/svc-proof-2", name), "utf8");
  const proof = JSON.parse(vector("good/one-leaf.json"));
  const onChain = (chainId: number, network: string) =>
    verify(JSON.stringify({ ...proof, anchors: [{ ...proof.anchors[0], chain_id: chainId, network }] }));
  expect(namesSandboxChain(await onChain(31337, "Anvil devnet (no evidential value)"))).toBe(true);
  expect(namesSandboxChain(await onChain(1, "Ethereum"))).toBe(false);
  expect(namesSandboxAuthority(await onChain(31337, "Anvil devnet (no evidential value)"))).toBe(false);
});

const SANDBOX = "CN=Sandbox timestamps,O=Sandbox\\, not qualified,C=ES";
const seal = (subject: string | null, tsaName: string | null = SANDBOX) => ({
  id: "seal",
  evidence: { tsa_name: tsaName, ...(subject !== null && { signer: { subject } }) },
});

test.each<[string, readonly object[], boolean]>([
  ["the sandbox's signer", [seal(SANDBOX)], true],
  ["a signer of another name, who has the sandbox's as a second one", [seal("CN=Other,O=Authority")], false],
  ["a signer who has it inside a name", [seal("CN=x\\,O=Sandbox\\, not qualified")], false],
  ["a signer who is not there", [seal(null)], false],
  ["another authority's seal beside the sandbox's", [seal(SANDBOX), seal("CN=Other")], false],
  ["no seal", [], false],
])("the root would be trusted for %s: %#", (_, checks, isRehearsal) => {
  expect(namesSandboxAuthority({ checks } as unknown as Report)).toBe(isRehearsal);
});

test.skipIf(tsp === null)("no other authority is taken for a sandbox's", async () => {
  expect(namesSandboxAuthority(await verify(readFileSync(join(tsp!, "good/sigstage-sha256.tsr"))))).toBe(
    false,
  );
});
