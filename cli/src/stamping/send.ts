/**
 * The `fetch` of the client. Answers about one proof have a kilobyte or two: to compress and decompress them takes longer than to
 * send them. Pages of the list have a hundred proofs.
 */
export function send(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!isList(String(input))) headers.set("accept-encoding", "identity");
  return fetch(input, { ...init, headers });
}

function isList(url: string): boolean {
  return /\/proofs(?:\?|$)/.test(url);
}
