/** An API key as the service makes it: 32 bytes in base64url. */
const API_KEY = /^svc_[A-Za-z0-9_-]{43}$/;

/** A little longer or shorter: a key that was copied badly is one all the same. */
const LIKE_A_KEY = /^(?:--?[^=]*=)?svc_[A-Za-z0-9_-]{36,60}$/;

export function isApiKey(text: string): boolean {
  return API_KEY.test(text);
}

/** Whether a word of the command line, or the value in it, looks like a key. A file of that name can be written `./svc_…`. */
export function looksLikeKey(word: string): boolean {
  return LIKE_A_KEY.test(word);
}
