import { createRequire } from "node:module";
import { Language as Grammar, Parser } from "web-tree-sitter";

const grammars = new Map<string, Promise<Grammar>>();
let started: Promise<void> | null = null;

/** A grammar of tree-sitter by its name, loaded once a thread when it is first asked for: those of C++ and C# are 5 MB. */
export function loadGrammar(name: string): Promise<Grammar> {
  let grammar = grammars.get(name);
  if (!grammar) grammars.set(name, (grammar = load(name)));
  return grammar;
}

async function load(name: string): Promise<Grammar> {
  started ??= Parser.init();
  await started;
  return Grammar.load(createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`));
}
