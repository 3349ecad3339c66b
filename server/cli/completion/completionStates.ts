/** What may follow each command, from the tables of commands: the common part of the completions of all shells. */
import type { OptionSpec, PathKind } from "../CommandSpec.ts";
import { ALL_COMMANDS, optionAbout, shownOptions } from "../helpText.ts";
import { FORMAT_OPTIONS } from "../commandOptions.ts";
import { OPERATOR_COMMANDS } from "../operator/runCommand.ts";

/** The words of a command that were typed, and what may be typed after them. */
export interface CompletionState {
  /** Such as `operator company list`; empty before the command. */
  readonly words: string;
  /** The next words, each with what it means. */
  readonly next: readonly (readonly [word: string, about: string])[];
  readonly options: readonly CompletionOption[];
  readonly path?: PathKind | undefined;
}
export interface CompletionOption {
  readonly name: string;
  readonly about: string;
  readonly hasValue: boolean;
  readonly choices: readonly string[];
  readonly path?: PathKind | undefined;
}

const HELP: CompletionOption = { name: "--help", about: "prints the help", hasValue: false, choices: [] };
const VERSION: CompletionOption = { name: "--version", about: "prints the version", hasValue: false, choices: [] };

const optionOf = ([name, spec]: readonly [string, OptionSpec]): CompletionOption => ({
  name: `--${name}`,
  about: spec.about === "" ? "" : optionAbout(spec),
  hasValue: spec.value !== undefined,
  choices: spec.choices ?? [],
  path: spec.path,
});

/** One state for each command and each beginning of one, the empty one first. */
export function completionStates(): CompletionState[] {
  const commands = Object.entries(ALL_COMMANDS);
  const names = [
    ...commands.map(([name, { summary }]) => [name, summary] as const),
    ["operator", "companies, plans"] as const,
  ];
  return [
    { words: "", next: [...names, ["help", "the help of a command"]], options: [HELP, VERSION] },
    { words: "help", next: names, options: [] },
    ...commands.flatMap(([name, spec]): CompletionState[] => {
      const options = [...shownOptions(spec).map(optionOf), HELP];
      const inner = (spec.words ?? []).map((word) => ({
        words: `${name} ${word}`,
        next: [],
        options,
        path: spec.path,
      }));
      const next = (spec.words ?? []).map((word) => [word, ""] as const);
      // Only the command's own word may be first, where it has such words.
      return [{ words: name, next, options, path: spec.words ? undefined : spec.path }, ...inner];
    }),
    ...operatorStates(),
  ];
}

function operatorStates(): CompletionState[] {
  const nouns = Map.groupBy(OPERATOR_COMMANDS, ([name]) => name.split(" ")[0] ?? "");
  return [
    { words: "operator", next: [...nouns.keys()].map((noun) => [noun, ""]), options: [HELP] },
    ...[...nouns].flatMap(([noun, commands]): CompletionState[] => [
      {
        words: `operator ${noun}`,
        next: commands.map(([name, { about }]) => [name.slice(noun.length + 1), about]),
        options: [],
      },
      ...commands.map(([name, { options }]) => ({
        words: `operator ${name}`,
        next: [],
        options: [...Object.entries(options), ...Object.entries(FORMAT_OPTIONS)].map(optionOf),
      })),
    ]),
  ];
}
