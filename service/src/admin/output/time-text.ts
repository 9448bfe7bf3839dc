/** A moment for people, in UTC; a dash for none. */
export function timeText(moment: Date | null): string {
  return moment === null ? "-" : `${moment.toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A moment for scripts. */
export function timeData(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
