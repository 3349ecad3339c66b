import { type SymbolInformation, SymbolKind } from "vscode-languageserver/node";
import { shown } from "../terminal.ts";
import type { Clone } from "./Clones.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { EditorSymbol, CodeKnowledge } from "./CodeKnowledge.ts";
import { uriOfPlace } from "./places.ts";

const KINDS: Readonly<Record<string, SymbolKind>> = {
  function: SymbolKind.Function,
  method: SymbolKind.Method,
  class: SymbolKind.Class,
  interface: SymbolKind.Interface,
  enum: SymbolKind.Enum,
  type: SymbolKind.Struct,
};

/**
 * Symbols of all repositories of the projects that the clones belong to. A file of a repository without a clone in the workspace has the address of its page
 * in the web app.
 */
export async function workspaceSymbols(
  { projects }: EditorContext,
  clones: readonly Clone[],
  query: string,
  signal: AbortSignal,
): Promise<SymbolInformation[]> {
  const opened: { readonly clone: Clone; readonly knowledge: CodeKnowledge }[] = [];
  for (const clone of clones) {
    const knowledge = await projects.knowledgeOf(clone, signal);
    if (knowledge) opened.push({ clone, knowledge });
  }
  const scopes = Map.groupBy(opened, ({ knowledge }) => knowledge.scope);
  const lists = await Promise.all(
    [...scopes.values()].map(async (group) => {
      const symbols = (await group[0]?.knowledge.symbols(query, signal)) ?? [];
      return symbols.flatMap((symbol) => symbolInformation(symbol, group));
    }),
  );
  return lists.flat();
}

function symbolInformation(
  symbol: EditorSymbol,
  group: readonly { readonly clone: Clone; readonly knowledge: CodeKnowledge }[],
): SymbolInformation[] {
  const uri = group
    .map(({ clone, knowledge }) => uriOfPlace(clone, knowledge, symbol))
    .find((candidate) => candidate !== null);
  const { source, path, line } = symbol;
  const page = group[0]?.knowledge.pageOf({ kind: "file", source, path, line });
  const target = uri ?? page;
  if (target === undefined) return [];
  const start = { line: line - 1, character: 0 };
  const { name, kind, container, repository } = symbol;
  const containerName = [uri ? "" : repository, container].filter((part) => part !== "").map(shown);
  return [
    {
      name: shown(name),
      kind: KINDS[kind] ?? SymbolKind.Variable,
      location: { uri: target, range: { start, end: start } },
      ...(containerName.length > 0 && { containerName: containerName.join(" ") }),
    },
  ];
}
