/** Which build of the verifier this is: reports name it, and anyone can build the same (docs/design/site.md). */

export interface BuildIdentity {
  /** Of the package: "1.2.3". */
  readonly version: string;
  /** 64 hexadecimal characters: `sha256sum assets/* | sha256sum` in the site's folder. null in development. */
  readonly hash: string | null;
}

/** Read from the page, into which the build writes it. */
export function buildIdentity(): BuildIdentity {
  const content = document.querySelector<HTMLMetaElement>('meta[name="svc-build"]')?.content ?? "";
  const [version = "0.0.0", hash] = content.split(" ");
  return { version: version || "0.0.0", hash: hash ?? null };
}
