import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import { message } from "../../messages/messages.ts";
import { shown } from "../terminal.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { OpenFile } from "./OpenFiles.ts";

/** A hint at the first line for each page that describes a file and has names that the code no longer has. */
export async function outdatedPagesOf(
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
