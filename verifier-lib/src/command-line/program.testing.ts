import type { Program } from "./command.js";

/** A program with each kind of command, option and text that there is. */
export const EXAMPLE: Program = {
  name: "a-b",
  summary: "does things",
  description: ["First paragraph.", ".second, with a back\\slash"],
  main: {
    name: "",
    operands: "FILE...",
    completion: "file",
    help: "does it",
    groups: [
      {
        title: "What",
        options: [
          { name: "help", short: "h", value: null, completion: "text", help: "show this" },
          { name: "into", value: "FOLDER", completion: "folder", help: "it's [where]: a\\b" },
          { name: "from", value: "FILE", completion: "file", isList: true, help: "what" },
          { name: "kind", value: "KIND", completion: ["x", "y"], help: "which" },
          { name: "name", value: "NAME", completion: "text", help: "who" },
        ],
      },
    ],
  },
  commands: [
    {
      name: "list show",
      operands: "[FOLDER]",
      completion: "folder",
      help: "shows the list",
      groups: [
        {
          title: "How",
          options: [{ name: "all", short: "a", value: null, completion: "text", help: "everything" }],
        },
      ],
    },
    { name: "list forget", operands: "", completion: "text", help: "forgets it", groups: [] },
    { name: "shell", operands: "SHELL", completion: ["bash", "zsh"], help: "writes a script", groups: [] },
  ],
  groups: { list: "the list" },
  exitStatus: [["0", "done"]],
  exitStatusRules: ["The worst counts."],
  environment: [["NO_COLOR", "No colours."]],
  files: [],
  examples: [["a-b x", "does x"]],
};

/** The same, which needs the name of a command. */
export const WITHOUT_MAIN: Program = {
  ...EXAMPLE,
  main: null,
  files: [["~/.a-b", "Settings."]],
};
