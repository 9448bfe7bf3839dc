/** What git says of a checkout. */
import { execFileSync, spawnSync } from "node:child_process";

const git = (root, ...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trimEnd();

/** A commit, by default the one that is checked out: its identifier and its time. */
export function commitOf(root, name = "HEAD") {
  const [commit, seconds] = git(root, "log", "-1", "--format=%H %ct", name).split(" ");
  return { commit, time: new Date(Number(seconds) * 1000) };
}

/** What stops a release of `version` from this checkout. */
export function repositoryProblems(root, version) {
  const problems = [];
  const changes = git(root, "status", "--porcelain").split("\n").filter(Boolean);
  if (changes.length > 0) {
    const shown = changes.slice(0, 5).map((line) => line.slice(3));
    problems.push(
      `the tree has ${changes.length} changes that are not committed: ${shown.join(", ")}; commit or stash them`,
    );
  }
  const tag = tagOf(version);
  const { status } = spawnSync("git", ["rev-parse", "--verify", "--quiet", `refs/tags/${tag}`], {
    cwd: root,
  });
  if (status === 0)
    problems.push(
      `the tag ${tag} exists: a version is released once; raise it: npm run release -- version X.Y.Z`,
    );
  return problems;
}

export const tagOf = (version) => `v${version}`;
