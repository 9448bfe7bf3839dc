/** Uploads and downloads of originals over keep-alive connections. */
import { createHash } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Registers a file and deposits it. @returns the address of the original, and the time of the deposit alone. */
export async function depositOriginal(
  baseUrl: string,
  key: string,
  bytes: Uint8Array,
): Promise<{ readonly url: string; readonly uploadMs: number }> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const made = await fetch(`${baseUrl}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ hash }),
  });
  const { id } = (await made.json()) as { id: string };
  const url = `${baseUrl}/proofs/${id}/original`;
  return { url, uploadMs: await timed(() => sendBytes(url, key, bytes)) };
}

const agent = new Agent({ keepAlive: true });

export function sendBytes(url: string, key: string, bytes: Uint8Array): Promise<void> {
  return answered(url, key, 201, bytes).then((response) => drained(response).then(() => {}));
}

export async function receiveBytes(url: string, key: string, sizeBytes: number): Promise<void> {
  const length = await drained(await answered(url, key, 200));
  if (length !== sizeBytes) throw new Error(`expected ${sizeBytes} bytes, got ${length}`);
}

function answered(url: string, key: string, status: number, bytes?: Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(bytes === undefined ? {} : { "content-length": bytes.length }),
    };
    request(url, { agent, method: bytes === undefined ? "GET" : "PUT", headers }, (response) => {
      if (response.statusCode === status) resolve(response);
      else reject(new Error(`expected status ${status}, got ${response.statusCode}`));
    })
      .on("error", reject)
      .end(bytes);
  });
}

async function drained(response: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const piece of response) length += (piece as Buffer).length;
  return length;
}
