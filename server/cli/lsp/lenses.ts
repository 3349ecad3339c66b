import type { CodeLens } from "vscode-languageserver/node";
import { shown } from "../terminal.ts";
import { blameOfLines } from "./blameOfLines.ts";
import { EDITOR_COMMANDS } from "./commandNames.ts";
import type { EditorContext } from "./EditorContext.ts";
import { joined } from "./markup.ts";
import type { OpenFile } from "./OpenFiles.ts";

const MAX_LENSES = 300;
const MAX_PEOPLE = 2;
const MAX_ISSUES = 3;
const KINDS: ReadonlySet<string> = new Set(["function", "method", "class"]);

/** A line above each function and class: who wrote it, and the issues behind it. */
export async function lensesOf({ files }: EditorContext, file: OpenFile, signal: AbortSignal): Promise<CodeLens[]> {
  const synced = await files.read(file, signal);
  const blame = synced && (await file.knowledge.blame(synced.file, signal));
  if (!synced || !blame) return [];
  const symbols = synced.file.symbols.filter(({ kind }) => KINDS.has(kind)).slice(0, MAX_LENSES);
  return symbols.flatMap(({ start_line: from, end_line: to }): CodeLens[] => {
    const line = synced.toDocument[from - 1] ?? -1;
    const { people, issues } = blameOfLines(blame, from, to);
    if (line < 0 || people.length === 0) return [];
    const start = { line, character: 0 };
    const range = { start, end: start };
    const more = people.length > MAX_PEOPLE ? ` +${people.length - MAX_PEOPLE}` : "";
    const names = people.slice(0, MAX_PEOPLE).map(({ name }) => shown(name));
    const title = joined([
      `${names.join(", ")}${more}`,
      issues
        .slice(0, MAX_ISSUES)
        .map(({ key }) => shown(key))
        .join(" "),
    ]);
    const end = { line: Math.max(line, synced.toDocument[to - 1] ?? line), character: 0 };
    const argument = { uri: file.document.uri, range: { start, end } };
    return [{ range, command: { title, command: EDITOR_COMMANDS.people, arguments: [argument] } }];
  });
}
