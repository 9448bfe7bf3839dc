/**
 * The form of CHANGELOG.md, that of https://keepachangelog.com/en/1.1.0/ with the parts of the product as sections: what is not
 * released, then every version with its date, newest first.
 */

const RELEASE = /^\[(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?\] - (\d{4}-\d\d-\d\d)$/;

/**
 * Reads a changelog.
 *
 * @returns `releases`: version (null for what is not released), date (null likewise) and text; `problems`: a line for each
 * rule that is broken.
 */
export function readChangelog(text) {
  const problems = [];
  const tell = (line, problem) => problems.push(`CHANGELOG.md:${line}: ${problem}`);
  const releases = [];
  let fence = false;
  for (const [at, line] of text.split("\n").entries()) {
    if (line.startsWith("```")) fence = !fence;
    const heading = fence ? null : /^(#{1,6}) (.*)$/.exec(line);
    if (at === 0 && line !== "# Changelog") tell(1, `expected "# Changelog"`);
    if (heading?.[1] === "##") {
      const release = RELEASE.exec(heading[2]);
      if (heading[2] === "[Unreleased]") {
        if (releases.length > 0) tell(at + 1, "[Unreleased] comes first");
        releases.push({ version: null, date: null, line: at + 1, lines: [] });
      } else if (release === null)
        tell(at + 1, `expected "[Unreleased]" or "[X.Y.Z] - YYYY-MM-DD", got "${heading[2]}"`);
      else {
        const [, major, minor, patch, extra = "", date] = release;
        if (Number.isNaN(Date.parse(date))) tell(at + 1, `${date} is no date`);
        const version = `${major}.${minor}.${patch}${extra}`;
        releases.push({
          version,
          date,
          line: at + 1,
          lines: [],
          order: [+major, +minor, +patch, extra === "" ? 1 : 0],
        });
      }
    } else releases.at(-1)?.lines.push(line);
  }
  if (releases[0]?.version !== null) tell(1, "no section [Unreleased]");
  const dated = releases.filter(({ version }) => version !== null);
  for (const [i, one] of dated.entries()) {
    const newer = dated[i - 1];
    if (newer === undefined) continue;
    if (newer.version === one.version) tell(one.line, `${one.version} is there twice`);
    else if (compare(newer.order, one.order) < 0)
      tell(one.line, `${one.version} is newer than ${newer.version} above it`);
    if (newer.date < one.date)
      tell(one.line, `${one.version} has a later date than ${newer.version} above it`);
  }
  for (const one of releases) checkSections(one, tell);
  return {
    releases: releases.map(({ version, date, lines }) => ({ version, date, text: lines.join("\n").trim() })),
    problems,
  };
}

/** Sections have names, once each, and a text. */
function checkSections({ line: start, lines, version }, tell) {
  const titles = new Set();
  let open = null;
  const close = () => {
    if (open !== null && !open.hasText) tell(open.line, `"${open.title}" is empty`);
  };
  for (const [at, line] of lines.entries()) {
    const title = /^### (.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      close();
      if (titles.has(title)) tell(start + 1 + at, `"${title}" is there twice in one version`);
      titles.add(title);
      open = { title, line: start + 1 + at, hasText: false };
    } else if (/^#/.test(line) && !/^#{4,} /.test(line))
      tell(start + 1 + at, `a heading of another form: ${line}`);
    else if (line.trim() !== "" && open !== null) open.hasText = true;
  }
  close();
  if (version !== null && lines.every((line) => line.trim() === "")) tell(start, `${version} says nothing`);
}

function compare(a, b) {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - b[i];
  return 0;
}

/** What stops a release of `version`: the form, no entry for it, or changes that are not in it. */
export function changelogProblems(text, version) {
  const { releases, problems } = readChangelog(text);
  const isThere = releases.some((one) => one.version === version);
  if (!isThere) problems.push(`CHANGELOG.md: no entry [${version}] - YYYY-MM-DD`);
  const open = releases.find((one) => one.version === null);
  if (open !== undefined && open.text !== "")
    problems.push(
      `CHANGELOG.md: [Unreleased] is not empty: move it under [${version}]${isThere ? ", or raise the version: npm run release -- version X.Y.Z" : ""}`,
    );
  return problems;
}
