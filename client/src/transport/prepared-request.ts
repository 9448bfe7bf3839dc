/**
 * A request before it is sent. `openapi-fetch` makes one instead of the platform's `Request`, which could be sent only
 * once: a retry sends the same again.
 */
export class PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.method = init.method ?? "GET";
    this.headers = new Headers(init.headers);
    this.body = typeof init.body === "string" ? init.body : undefined;
  }
}
