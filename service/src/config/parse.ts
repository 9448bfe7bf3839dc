/** The service's settings from environment variables: strict, and all problems are reported at once. */

import { printable } from "@svc-proof/shared/text";
import { type Config, SETTINGS, type Setting } from "./settings.js";

/** The given settings. The others take their defaults. */
export type GivenConfig = { readonly [Name in keyof Config]?: NonNullable<Config[Name]> };

/** Variables of the same prefix that belong to the tests of this repository. */
const NOT_SETTINGS = /^SVC_(?:VECTORS|TEST_.*)$/;

/** One or more settings are wrong. The message has one line per problem and no secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    // One line per problem: a quoted value cannot start a new line.
    super(problems.map(printable).join("\n"));
    this.problems = problems;
  }
}

/**
 * Reads the variables `SVC_…`.
 *
 * @throws ConfigError on unknown variables, wrong values and settings that contradict one another.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): GivenConfig {
  const byName = new Map(
    Object.entries(SETTINGS).map(([key, setting]) => [setting.name as string, { key, setting }]),
  );
  const problems: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith("SVC_") || NOT_SETTINGS.test(name) || text === undefined) continue;
    const known = byName.get(name);
    if (known === undefined) {
      problems.push(`${name}: unknown setting${suggestion(name, [...byName.keys()])}`);
      continue;
    }
    const value = known.setting.format.parse(text);
    if (value === undefined) problems.push(wrongValue(known.setting as Setting<unknown>, text));
    else given[known.key] = value;
  }
  const config = given as GivenConfig;
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** All values, given or default. */
export function withDefaults(given: GivenConfig): Config {
  const values = Object.entries(SETTINGS).map(([key, setting]: [string, Setting<unknown>]) => [
    key,
    given[key as keyof Config] ?? setting.default,
  ]);
  return Object.fromEntries(values) as Config;
}

/** A wrong value, in one line. */
export function wrongValue(setting: Setting<unknown>, text: string): string {
  const explained = text === "" ? undefined : setting.format.explain?.(text);
  if (explained !== undefined) return `${setting.name}: ${explained}`;
  const got = text === "" ? "an empty text" : setting.secret ? "a value that is not shown" : quoted(text);
  return `${setting.name}: expected ${setting.format.expected}, got ${got}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function contradictions(config: GivenConfig): string[] {
  const isGiven = (key: keyof GivenConfig) => config[key] !== undefined;
  const problems: string[] = [];
  const short = ["rpcUrl", "chainId", "anchorKey"] as const;
  if (isGiven("anchors")) {
    for (const key of [...short, "networkName"] as const) {
      if (isGiven(key))
        problems.push(
          `${SETTINGS[key].name}: expected nothing because ${SETTINGS.anchors.name} is given, got something`,
        );
    }
  } else {
    const first = short.find(isGiven);
    const missing = first === undefined ? [] : short.filter((key) => !isGiven(key));
    for (const key of missing) {
      problems.push(because(SETTINGS[key] as Setting<unknown>, SETTINGS[first!] as Setting<unknown>));
    }
  }
  return [...problems, ...tsaContradictions(config), ...mailContradictions(config)];
}

function because(missing: Setting<unknown>, given: Setting<unknown>): string {
  return `${missing.name}: expected ${missing.format.expected} because ${given.name} is given, got nothing`;
}

function mailContradictions({ smtpUrl, mailFrom }: GivenConfig): string[] {
  const [server, sender] = [SETTINGS.smtpUrl as Setting<unknown>, SETTINGS.mailFrom as Setting<unknown>];
  if (smtpUrl !== undefined && mailFrom === undefined) return [because(sender, server)];
  return smtpUrl === undefined && mailFrom !== undefined ? [because(server, sender)] : [];
}

function tsaContradictions(config: GivenConfig): string[] {
  const { tsaUrl, tsaTrust, tsaClientPem, tsaPolicyOid, tsaQualified, trustList } = SETTINGS;
  if (config.tsaUrl === undefined) {
    const isGiven = { tsaTrust, tsaPolicyOid, tsaClientPem, tsaQualified, trustList } as const;
    return Object.entries(isGiven)
      .filter(([key]) => config[key as keyof typeof isGiven] !== undefined)
      .map(([, setting]) => because(tsaUrl as Setting<unknown>, setting as Setting<unknown>));
  }
  const problems: string[] = [];
  if (config.tsaTrust === undefined) {
    problems.push(because(tsaTrust as Setting<unknown>, tsaUrl as Setting<unknown>));
  }
  if (config.tsaClientPem !== undefined && new URL(config.tsaUrl).protocol !== "https:") {
    problems.push(
      `${tsaUrl.name}: expected an https URL because ${tsaClientPem.name} is given, got an http URL`,
    );
  }
  return problems;
}

/** The setting whose name differs from `name` in one place: probably a typing error. */
function suggestion(name: string, names: readonly string[]): string {
  const close = names.find((candidate) => differsInOnePlace(name, candidate));
  return close === undefined
    ? "; docs/operations/settings.md lists all settings"
    : `; did you mean ${close}?`;
}

function differsInOnePlace(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return endA - start <= 1 && endB - start <= 1;
}
