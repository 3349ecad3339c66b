/**
 * Commands of the documents. A block ` ```sh ` is run by `tests/e2e/documentedCommands.test.ts`; one that cannot run there says why:
 * ` ```sh not-run: needs root `. Lines of a block run in one shell.
 */
export interface CommandBlock {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Why it is not run; undefined where it is. */
  readonly reason: string | undefined;
}

const NOT_RUN = "not-run:";

/** The blocks of shell commands of a document. */
export const commandBlocks = (path: string, markdown: string): CommandBlock[] =>
  fences(markdown).flatMap(({ line, info, text }) => {
    if (!/^sh(?:\s|$)/.test(info)) return [];
    const about = info.slice("sh".length).trim();
    return [{ path, line, text, reason: about === "" ? undefined : about.replace(NOT_RUN, "").trim() }];
  });

/** Words that begin a command. A block with one of them and without `sh` would not be run. */
const COMMANDS =
  /^(?:[A-Z_]+=\S* )*(?:sudo|npm|npx|node|clew|clew-mcp|clew-admin|curl|git|docker|kubectl|helm|mkdir|mv|cp|export|code|systemctl|apt|openssl)\b/m;

/** Faults of the marks of a document: commands that are not marked, marks without a reason. */
export const markFaults = (path: string, markdown: string): string[] =>
  fences(markdown).flatMap(({ line, info, text }) => {
    if (info === "" && COMMANDS.test(text)) return [`${path}:${line}: commands in a block without the mark sh`];
    const about = info.startsWith("sh ") ? info.slice("sh".length).trim() : "";
    if (about !== "" && !/^not-run: \w+/.test(about)) return [`${path}:${line}: "${about}" is no reason: not-run: …`];
    return [];
  });

function fences(markdown: string): { line: number; info: string; text: string }[] {
  return [...markdown.matchAll(/^( *)```([^\n`]*)\n(.*?)^ *```$/gms)].map((match) => ({
    line: markdown.slice(0, match.index).split("\n").length,
    info: match[2]?.trim() ?? "",
    text: match[3] ?? "",
  }));
}
