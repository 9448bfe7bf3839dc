const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** A size for people, in powers of ten as the interface counts them. */
export function bytesText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? `${bytes} B` : `${(bytes / 1_000 ** power).toFixed(1)} ${UNITS[power]}`;
}
