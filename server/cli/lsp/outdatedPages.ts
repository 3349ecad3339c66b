import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { message } from "../../messages/messages.ts";
import { shown } from "../terminal.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { StaleName } from "./CodeKnowledge.ts";
import type { OpenFile, SyncedFile } from "./OpenFiles.ts";

/** Files that are pages for people: their names of the code are compared with it. */
const PAGE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|html?)$/i;

/**
 * Returns, for a page, the names in it that the code no longer has, where they are. For any other file: a hint at the first line for each page
 * that describes it and has such names.
 */
export async function outdatedPagesOf(
  context: EditorContext,
  file: OpenFile,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  return PAGE.test(file.path) ? staleNamesOf(context, file, signal) : pagesAbout(context, file, signal);
}

async function pagesAbout(
  { words }: EditorContext,
  { knowledge, path }: OpenFile,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const start = { line: 0, character: 0 };
  const pages = await knowledge.outdatedPages(path, signal);
  return pages.map(({ title, names, source, path: page }) => {
    const href = knowledge.pageOf({ kind: "page", source, path: page });
    return {
      range: { start, end: start },
      severity: DiagnosticSeverity.Hint,
      source: "clew",
      code: "outdated-page",
      message: words(message("editor.outdated_page", { title: shown(title), count: names })),
      ...(href !== undefined && { codeDescription: { href } }),
    };
  });
}

async function staleNamesOf(context: EditorContext, file: OpenFile, signal: AbortSignal): Promise<Diagnostic[]> {
  const names = await file.knowledge.staleNames(file.path, signal);
  const synced = names.length === 0 ? null : await context.files.read(file, signal);
  return synced ? names.flatMap((name) => staleName(context, file, synced, name)) : [];
}

function staleName(
  { words }: EditorContext,
  { document }: OpenFile,
  { toDocument }: SyncedFile,
  { name, lines, removedBy, now }: StaleName,
): Diagnostic[] {
  const commit = `${shortHash(removedBy.hash)} ${shown(removedBy.title)}`;
  const text =
    now === null
      ? message("editor.stale_name", { name: shown(name), commit })
      : message("editor.stale_name_now", { name: shown(name), commit, now: shown(now) });
  return lines.flatMap((syncedLine): Diagnostic[] => {
    const line = toDocument[syncedLine - 1] ?? -1;
    const character = document
      .getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } })
      .indexOf(name);
    if (line < 0 || character < 0) return [];
    const range = { start: { line, character }, end: { line, character: character + name.length } };
    return [
      { range, severity: DiagnosticSeverity.Information, source: "clew", code: "stale-name", message: words(text) },
    ];
  });
}
