import {
  type CalledFunction,
  type CallHierarchy,
  type CodeDefinition,
  type Definitions,
  type Implementations,
  MAX_MATCHED_LINE,
  type ReferenceFile,
  type References,
} from "../../../contract/code/references.ts";
import type { CallHierarchy as FoundCalls, Calls } from "../../engines/references/calls.ts";
import { describe } from "../../engines/references/describeSymbol.ts";
import type { Implementations as FoundImplementations } from "../../engines/references/implementations.ts";
import type { FilePlace } from "../../engines/references/imports/ModuleResolver.ts";
import type { Definition } from "../../engines/references/lookup/Definition.ts";
import { type LookupFiles, keyOf } from "../../engines/references/lookup/LookupFiles.ts";
import { type References as FoundReferences, targetsOf } from "../../engines/references/findReferences.ts";
import type { OpenedName } from "./openNamed.ts";

const MAX_DEFINITIONS = 20;

export const UNINDEXED = { name: null, precision: "by_name", is_indexed: false } as const;

const headOf = ({ named }: OpenedName) =>
  ({
    name: named?.name ?? null,
    precision: named?.precise ? "precise" : "by_name",
    is_indexed: true,
  }) as const;

export function presentDefinitions(opened: OpenedName): Omit<Definitions, "owner"> {
  const isCut = opened.named !== null && targetsOf(opened.named).length > MAX_DEFINITIONS;
  return { ...headOf(opened), definitions: definitionsIn(opened), is_cut: isCut };
}

export function presentImplementations(opened: OpenedName, { types, isCut }: FoundImplementations): Implementations {
  const files = opened.named?.names.files;
  const implementations = files ? types.map((type) => presentDefinition(files, type)) : [];
  return { ...headOf(opened), implementations, is_cut: isCut };
}

function definitionsIn({ named }: OpenedName): CodeDefinition[] {
  if (!named) return [];
  const { files } = named.names;
  return targetsOf(named)
    .slice(0, MAX_DEFINITIONS)
    .map((definition) => presentDefinition(files, definition));
}

export function presentReferences(opened: OpenedName, references: FoundReferences): References {
  const files = opened.named?.names.files;
  const byFile = new Map<string, ReferenceFile>();
  if (files)
    for (const { place, from, evidence, isCall, isDefinition } of references.references) {
      const key = keyOf(place);
      let file = byFile.get(key);
      if (!file) byFile.set(key, (file = { ...whereIs(files, place), lines: [] }));
      file.lines.push({
        ...lineAt(files, place, from),
        link: evidence,
        is_definition: isDefinition,
        is_call: isCall,
      });
    }
  return {
    ...headOf(opened),
    definitions: definitionsIn(opened),
    count: references.references.length,
    files: [...byFile.values()],
    ...pageOf(references),
  };
}

export function presentCalls(opened: OpenedName, callSites: FoundCalls | null): CallHierarchy {
  const files = opened.named?.names.files;
  const present = (calls: readonly Calls[]): CalledFunction[] =>
    files
      ? calls.map(({ other, places }) => ({
          definition: other && presentDefinition(files, other),
          calls: places.map(({ place, from }) => {
            const { source, path } = whereIs(files, place);
            return { source, path, ...lineAt(files, place, from) };
          }),
        }))
      : [];
  return {
    ...headOf(opened),
    definitions: definitionsIn(opened),
    callers: present(callSites?.callers ?? []),
    callees: present(callSites?.callees ?? []),
    ...pageOf(callSites?.references ?? { candidates: 0, read: 0 }),
  };
}

const pageOf = ({ candidates, read }: Pick<FoundReferences, "candidates" | "read">) => ({
  candidates,
  read,
  next: read < candidates ? read : null,
});

function whereIs(files: LookupFiles, place: FilePlace): { source: string; repository: string; path: string } {
  const { code, path } = files.read(place);
  return { source: code.part.source, repository: code.part.name, path };
}

function lineAt(files: LookupFiles, place: FilePlace, from: number): { line: number; column: number; text: string } {
  const { text, lines } = files.read(place);
  const line = lines.lineOf(from);
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const newline = text.indexOf("\n", from);
  const fullLine = text.slice(start, newline < 0 ? text.length : newline).replace(/\r$/, "");
  return { line, column: from - start + 1, text: fullLine.slice(0, MAX_MATCHED_LINE) };
}

function presentDefinition(files: LookupFiles, definition: Definition): CodeDefinition {
  const { place, name, kind, symbol, container, evidence, from } = definition;
  const { signature, doc, end } = describe(files, definition);
  const table = files.read(place).code.symbols?.table;
  const symbolKind = symbol >= 0 && table ? table.kind(symbol) : null;
  return {
    ...whereIs(files, place),
    ...lineAt(files, place, from),
    name,
    kind: symbolKind ?? (kind === "file" ? "module" : kind === "member" ? "member" : "variable"),
    container,
    end_line: end,
    signature,
    doc,
    link: evidence,
  };
}
