/** What a tab keeps over a reload, as far as the browser lets it: storage may be full, or forbidden. */

export function keepInTab(key: string, text: string): void {
  try {
    // Rather nothing than what was there before.
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key, text);
  } catch {
    // It is forgotten with the page then.
  }
}

export function keptInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
