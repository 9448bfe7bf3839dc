/** The version of a checkout: where it is stated, and what CHANGELOG.md says of it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagesOf } from "../workspaces.mjs";

const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;
/** As in `{ name: "@svc-proof/verifier-lib", version: "0.1.0" }`. */
const VERSION_IN_SOURCE = /(?<="@svc-proof\/[\w-]+",\s*version: ")[^"]+/;
const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** What stops a release, for whoever runs it. */
export class ReleaseError extends Error {
  /** @param problems one line each. */
  constructor(problems) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** The version of the checkout. */
export function versionOf(root) {
  return packagesOf(root)[0].manifest.version;
}

/**
 * Where versions are not in step: in package.json, in what packages ask of each other, in version.ts, in the lockfile.
 *
 * @param {string} root the checkout.
 * @returns {string[]} a line each.
 */
export function versionProblems(root) {
  const version = versionOf(root);
  return [
    ...(VERSION.test(version) ? [] : [`package.json: ${version} is no version`]),
    ...statedVersions(root)
      .statements.filter(({ stated }) => stated !== version)
      .map(({ place, stated }) => `${place}: version ${stated}, not ${version}`),
  ];
}

/**
 * Writes one version everywhere a version is stated.
 *
 * @param root the checkout.
 * @param version `MAJOR.MINOR.PATCH`, or with a pre-release: `1.0.0-rc.1`.
 * @returns the paths of the files that changed.
 */
export function setVersion(root, version) {
  if (!VERSION.test(version)) throw new ReleaseError([`${version} is no version`]);
  const { statements, texts } = statedVersions(root);
  for (const { write } of statements) write(version);
  return Object.entries(texts)
    .map(([path, textOf]) => [path, textOf()])
    .filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text)
    .map(([path, text]) => {
      writeFileSync(join(root, path), text);
      return path;
    });
}

/**
 * Every place that states a version of ours, what it states, and how to write another; and by path the text of each file, with
 * what was written.
 */
function statedVersions(root) {
  const packages = packagesOf(root);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const statements = [];
  const texts = {};
  const state = (place, holder, key) =>
    statements.push({
      place,
      stated: holder[key],
      write: (version) => {
        holder[key] = version;
      },
    });
  const statePackage = (place, manifest = {}) => {
    state(place, manifest, "version");
    for (const kind of DEPENDENCIES) {
      for (const name of Object.keys(manifest[kind] ?? {})) {
        if (names.has(name)) state(`${place}: ${kind}: ${name}`, manifest[kind], name);
      }
    }
  };
  const jsonOf = (value) => () => `${JSON.stringify(value, null, 2)}\n`;
  for (const { folder, manifest } of packages) {
    const path = join(folder, "package.json");
    statePackage(path, manifest);
    texts[path] = jsonOf(manifest);
    statePackage(`package-lock.json: ${folder}`, lock.packages[folder === "." ? "" : folder]);
    for (const path of versionFiles(root, folder)) {
      const text = readFileSync(join(root, path), "utf8");
      const [version] = VERSION_IN_SOURCE.exec(text);
      const holder = { version };
      state(path, holder, "version");
      texts[path] = () => text.replace(VERSION_IN_SOURCE, holder.version);
    }
  }
  state("package-lock.json", lock, "version");
  texts["package-lock.json"] = jsonOf(lock);
  return { statements, texts };
}

/** The sources of a package that state its version, from the root. */
function versionFiles(root, folder) {
  const sources = join(folder, "src");
  if (folder === "." || !existsSync(join(root, sources))) return [];
  return readdirSync(join(root, sources), { recursive: true })
    .filter((path) => /(?:^|[\\/])version\.ts$/.test(path))
    .map((path) => join(sources, path))
    .filter((path) => VERSION_IN_SOURCE.test(readFileSync(join(root, path), "utf8")));
}

const RELEASE = /^\[(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\] - (\d{4}-\d\d-\d\d)$/;

/**
 * Reads a changelog: the form of https://keepachangelog.com/en/1.1.0/ with the parts of the product as sections; what is not
 * released, then every version with its date, newest first.
 *
 * @typedef {{ readonly version: string | null, readonly date: string | null, readonly text: string }} ChangelogRelease `version`
 * and `date`: null for what is not released.
 *
 * @param {string} text
 * @returns {{ readonly releases: readonly ChangelogRelease[], readonly problems: string[] }} `problems`: a line for each rule that
 * is broken.
 */
export function readChangelog(text) {
  const problems = [];
  const tell = (line, problem) => problems.push(`CHANGELOG.md:${line}: ${problem}`);
  if (!text.startsWith("# Changelog\n")) tell(1, `expected "# Changelog"`);
  const releases = releasesOf(text, tell);
  if (releases[0]?.version !== null) tell(1, "no section [Unreleased]");
  const dated = releases.filter(({ version }) => version !== null);
  for (const [i, one] of dated.slice(1).entries()) checkOrder(dated[i], one, tell);
  for (const one of releases) checkSections(one, tell);
  return {
    releases: releases.map(({ version, date, lines }) => ({ version, date, text: lines.join("\n").trim() })),
    problems,
  };
}

/** With the number of the heading's line, and the lines below it. */
function releasesOf(text, tell) {
  const releases = [];
  let isCode = false;
  for (const [at, content] of text.split("\n").entries()) {
    const line = at + 1;
    if (content.startsWith("```")) isCode = !isCode;
    const heading = isCode ? undefined : /^## (.*)$/.exec(content)?.[1];
    if (heading === undefined) releases.at(-1)?.lines.push(content);
    else if (heading === "[Unreleased]") {
      if (releases.length > 0) tell(line, "[Unreleased] comes first");
      releases.push({ version: null, date: null, line, lines: [] });
    } else if (RELEASE.test(heading)) {
      const [, version, date] = RELEASE.exec(heading);
      if (Number.isNaN(Date.parse(date))) tell(line, `${date} is no date`);
      releases.push({ version, date, line, lines: [] });
    } else tell(line, `expected "[Unreleased]" or "[X.Y.Z] - YYYY-MM-DD", got "${heading}"`);
  }
  return releases;
}

/** `below` stands under `above`, so it is older. */
function checkOrder(above, below, tell) {
  const [upper, lower] = [above, below].map(({ version }) => {
    const [numbers, candidate] = version.split(/-(.*)/);
    return [...numbers.split(".").map(Number), candidate === undefined ? 1 : 0];
  });
  const at = upper.findIndex((number, i) => number !== lower[i]);
  if (above.version === below.version) tell(below.line, `${below.version} is there twice`);
  else if (lower[at] > upper[at])
    tell(below.line, `${below.version} is newer than ${above.version} above it`);
  if (above.date < below.date)
    tell(below.line, `${below.version} has a later date than ${above.version} above it`);
}

/** Sections have names, once each, and a text. */
function checkSections({ line: start, lines, version }, tell) {
  const titles = new Set();
  let open = null;
  const close = () => {
    if (open !== null && !open.hasText) tell(open.line, `"${open.title}" is empty`);
  };
  for (const [at, content] of lines.entries()) {
    const line = start + 1 + at;
    const title = /^### (.+)$/.exec(content)?.[1];
    if (title !== undefined) {
      close();
      if (titles.has(title)) tell(line, `"${title}" is there twice in one version`);
      titles.add(title);
      open = { title, line, hasText: false };
    } else if (/^#/.test(content) && !/^#{4,} /.test(content))
      tell(line, `a heading of another form: ${content}`);
    else if (content.trim() !== "" && open !== null) open.hasText = true;
  }
  close();
  if (version !== null && lines.every((content) => content.trim() === ""))
    tell(start, `${version} says nothing`);
}

/** What stops a release of `version`: the form, no entry for it, or changes that are not in it. */
export function changelogProblems(text, version) {
  const { releases, problems } = readChangelog(text);
  const isThere = releases.some((one) => one.version === version);
  if (!isThere) problems.push(`CHANGELOG.md: no entry [${version}] - YYYY-MM-DD`);
  if (releases.some((one) => one.version === null && one.text !== "")) {
    const advice = isThere ? ", or raise the version: npm run release -- version X.Y.Z" : "";
    problems.push(`CHANGELOG.md: [Unreleased] is not empty: move it under [${version}]${advice}`);
  }
  return problems;
}
