/** The page of a long list that an address asks for, from 1. Anything that is no such number is the first. */
export function pageNumber(text: string | null): number {
  return text !== null && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : 1;
}
