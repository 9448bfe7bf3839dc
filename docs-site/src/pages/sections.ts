/** The parts of the site, in the order of its navigation. */

export interface Section {
  /** Folder of its overview, `<id>/index.html`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Whether a page belongs to it. The first that says so has it. */
  readonly has: (path: string) => boolean;
}

const within =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

export const SECTIONS: readonly Section[] = [
  {
    id: "guides",
    title: "Guides",
    description: "Start in five minutes. For courts, for those who integrate or embed.",
    has: within("guides"),
  },
  {
    id: "api",
    title: "HTTP API",
    description: "Every operation with its parameters, its answers, and examples in five languages.",
    has: within("api", "interface.html"),
  },
  {
    id: "packages",
    title: "Packages",
    description:
      "What each package is for, what has changed, how to contribute and to report a vulnerability.",
    has: within("packages"),
  },
  {
    id: "reference",
    title: "Reference",
    description: "The types and functions of the packages.",
    has: within("reference"),
  },
  {
    id: "formats",
    title: "Formats",
    description: "Specifications that a second implementation can follow.",
    has: within("formats"),
  },
  {
    id: "operations",
    title: "Operations",
    description: "Running, watching, backing up and scaling the service.",
    has: within("operations"),
  },
  {
    id: "decisions",
    title: "Decisions",
    description: "Why it is so: context, decision, consequences.",
    has: within("decisions"),
  },
  {
    id: "design",
    title: "Design",
    description: "How the parts work, the words, and measured figures.",
    has: () => true,
  },
];

export function sectionOf(path: string): Section {
  return SECTIONS.find(({ has }) => has(path))!;
}
