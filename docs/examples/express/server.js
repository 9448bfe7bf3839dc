/**
 * `POST /verify?content_hash=HEX` with evidence as the body answers with the report. The original stays with whoever asks:
 * only its SHA-256 is sent.
 */
import { verify } from "@svc-proof/verifier-lib";
import express from "express";

/** Evidence without an original is below 1 MB. */
const MAX_BODY = "4mb";
const TIMEOUT_MS = Number(process.env.TIMEOUT_MS ?? 10_000);
const HASH = /^[0-9a-f]{64}$/;

const app = express();
app.disable("x-powered-by");

app.post("/verify", express.raw({ type: () => true, limit: MAX_BODY }), async (request, response) => {
  const { content_hash: contentHash } = request.query;
  if (typeof contentHash !== "string" || !HASH.test(contentHash)) {
    response.status(400).json({ error: "content_hash must be a SHA-256 in lower-case hexadecimal" });
    return;
  }
  if (!request.body?.length) {
    response.status(400).json({ error: "the body must be the evidence" });
    return;
  }
  // Nobody waits for the answer once the connection is closed.
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const signal = AbortSignal.any([gone.signal, timeout]);
    response.json(await verify(request.body, { contentHash, isOriginalHashed: true, signal }));
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!timeout.aborted) throw error;
    response.status(503).json({ error: "the verification took too long" });
  }
});

// What Express and its body reader refuse has a status of its own: 413 is too large.
app.use((error, _request, response, _next) => {
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  response
    .status(status)
    .json({ error: status === 413 ? `the body has more than ${MAX_BODY}` : "not possible" });
});

const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", (error) => {
  if (error) throw error;
  console.log(`http://127.0.0.1:${server.address().port}/verify`);
});
