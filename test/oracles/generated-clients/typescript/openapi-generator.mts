/** The main job with the client that openapi-generator writes. Words: address, key, a file, its fingerprint, another one. */
import { readFileSync } from "node:fs";
import { Configuration, DefaultApi, ResponseError } from "./openapi-generator/index.js";

const [basePath = "", accessToken = "", path = "", hash = "", other = ""] = process.argv.slice(2);
const api = new DefaultApi(new Configuration({ basePath, accessToken }));
const register = (one: string) => api.createProof({ registration: { hash: one } });

const first = await register(hash);
const again = await register(hash);
const second = await register(other);
const newest = await api.listProofs({ limit: 1 });
const oldest = await api.listProofs({ limit: 1, cursor: newest.nextCursor! });
const { qualified: seal } = await api.requestSeal({ id: first.id });
const refusal = await api
  .requestSeal({ id: second.id })
  .then((answer) => answer.qualified.state)
  .catch(async (error: unknown) => {
    if (!(error instanceof ResponseError)) throw error;
    const { error: refused } = (await error.response.json()) as { error: { code: string } };
    return refused.code;
  });
const file = new File([readFileSync(path)], "a.txt");
const deposited = [
  await api.depositOriginal({ id: first.id, body: file }),
  await api.postOriginal({ id: first.id, file }),
];
const downloaded = await api.getOriginal({ id: first.id });
const ended = await api.deleteOriginal({ id: first.id });
const proof = await api.getProof({ id: first.id });
const { raw: portable } = await api.getPortableProofRaw({ id: first.id });

console.log(
  JSON.stringify({
    registered: [first, again, second].map(({ id, created }) => [id, created]),
    pages: [newest, oldest].map(({ data, nextCursor }) => [data[0]!.id, nextCursor !== null]),
    sealed: [seal.state, Math.floor(seal.time!.getTime() / 1000)],
    refusal,
    deposited: deposited.map(({ original }) => original!.sizeBytes),
    downloaded: await downloaded.text(),
    ended: ended.original === null && ended.proofUnaffected,
    proof: [proof.state, proof.bitcoin.blockHeight, proof.original],
    custody: (await api.getAccount()).custody.maxAccountBytes,
    portable: [portable.status, Number(portable.headers.get("retry-after"))],
  }),
);
