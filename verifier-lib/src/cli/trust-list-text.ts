/** Trust snapshots as text for people. */

import { printable } from "@svc-proof/shared/text";
import type { ListOfLists } from "../trust/authenticate.js";
import type { TrustCompilation } from "../trust/compile.js";
import type { ListedService, ListFacts, SnapshotList, TrustSnapshot } from "../trust/snapshot.js";
import { openTrustList } from "../trust/trust-list.js";

const DAY_MS = 86_400_000;

/** What was compiled, and what was not. */
export function compilationText(
  { snapshot, refused, kept, notices }: TrustCompilation,
  lotl: ListOfLists,
  now: Date = new Date(),
): string {
  const way = lotl.pivots.length === 0 ? "" : ` by ${lotl.pivots.length} pivots`;
  const missing = snapshot.territories.filter(
    (one) => !snapshot.lists.some(({ territory }) => territory === one),
  );
  const past = [snapshot.lotl, ...snapshot.lists].filter((list) => isPast(list, now));
  const lines = [
    `list of lists ${lotl.facts.sequenceNumber}, signed by ${lotl.signer}, named by ${lotl.journal}${way}`,
    ...snapshot.lists.map(
      (list) =>
        `${list.territory} ${list.sequenceNumber}: ${list.services.length} services${kept.includes(list.territory) ? " (kept from before)" : ""}`,
    ),
    ...(missing.length === 0 ? [] : [`no list: ${missing.join(", ")}`]),
    ...past.map(({ territory, nextUpdate }) => `past its next update of ${nextUpdate}: ${territory}`),
    ...refused.map(({ name, code, message }) => `refused ${name}: ${message} (${code})`),
    ...notices.map(
      ({ code, territory, provider, service, detail }) =>
        `notice ${code}: ${territory}, ${provider}, ${service}${detail === null ? "" : `, ${detail}`}`,
    ),
    `snapshot ${openTrustList(snapshot).sha256}`,
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

/** @param country all services of this one; null for the table of lists. */
export function snapshotText(snapshot: TrustSnapshot, now: Date, country: string | null): string {
  const { lotl, lists, territories } = snapshot;
  const shown = country === null ? lists : lists.filter(({ territory }) => territory === country);
  const rows = [
    ["list", "number", "issued", "next update", "age", "services", "granted"],
    ...[lotl, ...shown].map((list) => factsRow(list, now)),
  ];
  const missing = territories.filter((one) => !lists.some(({ territory }) => territory === one));
  const lines = [
    ...columns(rows),
    ...(country === null && missing.length > 0 ? ["", `No list of ${missing.join(", ")}.`] : []),
    "",
    `SHA-256 of the snapshot: ${openTrustList(snapshot).sha256}`,
    ...(country === null ? [] : ["", ...shown.flatMap(({ services }) => servicesText(services))]),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

function factsRow(list: ListFacts & Partial<SnapshotList>, now: Date): string[] {
  const { territory, version, sequenceNumber, issued, nextUpdate, services } = list;
  const age = Math.floor((now.getTime() - Date.parse(issued)) / DAY_MS);
  const granted = services?.filter(({ history }) => history[0]!.status === "granted").length;
  return [
    `${territory} v${version}`,
    String(sequenceNumber),
    issued.slice(0, 10),
    nextUpdate === null ? "closed" : `${nextUpdate.slice(0, 10)}${isPast(list, now) ? " past" : ""}`,
    `${age} days`,
    services === undefined ? "" : String(services.length),
    granted === undefined ? "" : String(granted),
  ];
}

function isPast({ nextUpdate }: ListFacts, now: Date): boolean {
  return nextUpdate !== null && Date.parse(nextUpdate) < now.getTime();
}

function servicesText(services: readonly ListedService[]): string[] {
  let last = "";
  return services.flatMap(({ provider, name, history, identities }) => {
    const heading = provider === last ? [] : [provider];
    last = provider;
    return [
      ...heading,
      `  ${name}`,
      ...history.map(
        ({ status, since, unknownExtension }) =>
          `    ${status} since ${since}${unknownExtension === undefined ? "" : ` (critical extension ${unknownExtension} is not known)`}`,
      ),
      ...identities.map(({ sha256 }) => `    certificate ${sha256}`),
    ];
  });
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd(),
  );
}
