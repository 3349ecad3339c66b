/** What a row of the tables of commands has. */

/** An option of a command. */
export interface OptionSpec {
  /** What the help calls its value; a flag has none. */
  readonly value?: string;
  readonly about: string;
  readonly short?: string;
  /** Whether it may be given several times. */
  readonly repeats?: true;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** The kind of path that its value is. */
  readonly path?: PathKind;
  /** Never typed: from one process to another. */
  readonly isHidden?: true;
}
export type PathKind = "file" | "folder";

/** A command of `clew`. */
export interface CommandSpec {
  /** A line for the list of all commands. */
  readonly summary: string;
  /** The forms of the call, without `clew`. */
  readonly usage: readonly string[];
  readonly about: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Words that its first argument may be. */
  readonly words?: readonly string[];
  /** The kind of path that its argument is. */
  readonly path?: PathKind;
  /** JSON lines that it reads from standard input, and what it answers to each. */
  readonly lines?: { readonly subject: "text" | "file"; readonly in: string; readonly out: string };
  /** The columns of a row in TSV, in order; a command without them answers no list. */
  readonly columns?: readonly string[];
  /** Whether it is the operator's, and not one of the users of a server. */
  readonly isOperator?: true;
}

/** Forms of an answer: JSON on one line, a row a line as JSON or as tab-separated values, lines for people. */
export const FORMATS = ["json", "jsonl", "tsv", "text"] as const;
export type Format = (typeof FORMATS)[number];

/** Shells that `clew completion` knows. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];
