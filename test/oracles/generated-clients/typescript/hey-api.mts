/** The main job with the client that hey-api writes. Words: address, key, a file, its fingerprint, another one. */
import { readFileSync } from "node:fs";
import { client } from "./hey-api/client.gen.js";
import {
  createProof,
  deleteOriginal,
  depositOriginal,
  getAccount,
  getOriginal,
  getPortableProof,
  getProof,
  listProofs,
  postOriginal,
  requestSeal,
} from "./hey-api/index.js";

const [baseUrl = "", auth = "", file = "", hash = "", other = ""] = process.argv.slice(2);
client.setConfig({ baseUrl, auth });
const register = async (one: string) => (await createProof({ body: { hash: one }, throwOnError: true })).data;
const list = async (cursor?: string) =>
  (await listProofs({ query: { limit: 1, ...(cursor && { cursor }) }, throwOnError: true })).data;

const first = await register(hash);
const again = await register(hash);
const second = await register(other);
const path = { id: first.id };
const newest = await list();
const oldest = await list(newest.next_cursor!);
const { data: sealed } = await requestSeal({ path, throwOnError: true });
const refused = await requestSeal({ path: { id: second.id } });
const content = new File([readFileSync(file)], "a.txt");
const { data: deposited } = await depositOriginal({ path, body: content, throwOnError: true });
const { data: posted } = await postOriginal({ path, body: { file: content }, throwOnError: true });
const { data: downloaded } = await getOriginal({ path, parseAs: "text", throwOnError: true });
const { data: ended } = await deleteOriginal({ path, throwOnError: true });
const { data: proof } = await getProof({ path, throwOnError: true });
const { data: account } = await getAccount({ throwOnError: true });
const { response: portable } = await getPortableProof({ path });

console.log(
  JSON.stringify({
    registered: [first, again, second].map(({ id, created }) => [id, created]),
    pages: [newest, oldest].map(({ data, next_cursor }) => [data[0]!.id, next_cursor !== null]),
    sealed: [sealed.qualified.state, Math.floor(Date.parse(sealed.qualified.time!) / 1000)],
    refusal: typeof refused.error === "object" && "error" in refused.error && refused.error.error.code,
    deposited: [deposited, posted].map(({ original }) => original!.size_bytes),
    downloaded,
    ended: ended.original === null && ended.proof_unaffected,
    proof: [proof.state, proof.bitcoin.block_height, proof.original],
    custody: account.custody.max_account_bytes,
    portable: [portable?.status, Number(portable?.headers.get("retry-after"))],
  }),
);
