/** Whether bytes may be evidence: not a web page that a server sends in its place, and not nothing. */
export async function isEvidence(file: Blob): Promise<boolean> {
  if (file.size === 0) return false;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return !/^\ufeff?\s*(?:<|$)/.test(new TextDecoder().decode(head));
}

const HEAD_BYTES = 1024;
