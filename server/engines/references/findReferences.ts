import { checkpoint } from "../checkpoint.ts";
import { candidateFiles } from "./candidateFiles.ts";
import type { NamedPlace } from "./findDefinitions.ts";
import { occurrencesOf } from "./lexical/occurrences.ts";
import type { Definition, DefinitionEvidence } from "./lookup/Definition.ts";
import { type LookupFiles, isSameFile, keyOf } from "./lookup/LookupFiles.ts";
import { isCallAt } from "./lookup/receivers.ts";
import { ReferenceMatcher } from "./ReferenceMatcher.ts";
import type { FilePlace } from "./imports/ModuleResolver.ts";

/** Where a name is used. */
export interface Reference {
  readonly place: FilePlace;
  /** Offset of the name, UTF-16 units. */
  readonly from: number;
  readonly evidence: DefinitionEvidence;
  readonly isCall: boolean;
  readonly isDefinition: boolean;
}

/** References in some of the files that have the name, in the order in which they are read: the nearest to the definition first. */
export interface References {
  readonly references: readonly Reference[];
  /** Files whose code may have the name, and how many of them were read up to here. */
  readonly candidates: number;
  readonly read: number;
}

/** What one call does; the next one continues. A file that was begun is finished. */
export interface ReferenceLimits {
  /** Characters that are read, of the files that have the name and of those that say what it means. */
  readonly work: number;
  readonly references: number;
}

const LIMITS: ReferenceLimits = { work: 500_000, references: 2000 };

/** Definitions that are meant by a name; further ones of the same name are other things. */
export function targetsOf({ definitions }: NamedPlace): readonly Definition[] {
  const sure = definitions.filter(({ evidence }) => evidence !== "name");
  return sure.length > 0 ? sure : definitions;
}

/**
 * The references to a name whose definitions are known. All calls together give the same references whatever their limits are.
 *
 * @param from files that were read by the calls before
 */
export async function referencesTo(named: NamedPlace, from = 0, limits = LIMITS): Promise<References> {
  const { files } = named.names;
  if (named.precise) return preciseReferences(named, named.precise);
  const targets = targetsOf(named);
  const [first] = targets;
  if (!first) return { references: [], candidates: 0, read: 0 };
  const matcher = new ReferenceMatcher(named.names, targets);
  // The alias of an imported module is used in its own file only.
  if (first.kind === "file")
    return { references: await referencesIn(named, [named.place], matcher), candidates: 1, read: 1 };
  if (targets.every(({ kind }) => kind === "local"))
    return { references: await referencesIn(named, [first.place], matcher), candidates: 1, read: 1 };
  const candidates = candidateFiles(files, first.name, targets, named.place);
  const references: Reference[] = [];
  const maxWork = files.work + limits.work;
  let read = from;
  for (const place of candidates.slice(from)) {
    if (read > from && (files.work > maxWork || references.length > limits.references)) break;
    checkpoint();
    references.push(...(await referencesIn(named, [place], matcher)));
    read++;
  }
  return { references, candidates: candidates.length, read };
}

/** The references in some files, however many these are. */
export async function referencesIn(
  named: NamedPlace,
  places: Iterable<FilePlace>,
  matcher = new ReferenceMatcher(named.names, targetsOf(named)),
): Promise<Reference[]> {
  const name = matcher.targets[0]?.name || named.name;
  const references: Reference[] = [];
  for (const place of places) references.push(...(await inFile(named.names.files, place, name, matcher)));
  return references;
}

function preciseReferences({ names }: NamedPlace, { indexes, symbol }: NonNullable<NamedPlace["precise"]>): References {
  const occurrences = indexes.occurrencesOf(symbol.symbol);
  const references = occurrences.map(({ place, from, to, isDefinition, isConstruction }): Reference => {
    const isCall = !isDefinition && (isConstruction || isCallAt(names.files.read(place).text, to, from));
    return { place, from, evidence: "index", isCall, isDefinition };
  });
  const read = new Set(occurrences.map(({ place }) => keyOf(place))).size;
  return { references, candidates: read, read };
}

async function inFile(
  files: LookupFiles,
  place: FilePlace,
  name: string,
  matcher: ReferenceMatcher,
): Promise<Reference[]> {
  const { text, language } = files.read(place);
  const references: Reference[] = [];
  const occurrences = occurrencesOf(text, language, name);
  // An import under an alias also contains the original name.
  if (occurrences.length === 0) return references;
  for (const alias of matcher.namesIn(place, name)) {
    for (const from of alias === name ? occurrences : occurrencesOf(text, language, alias)) {
      const definition = matcher.targets.find((target) => isSameFile(target.place, place) && target.from === from);
      const evidence = definition ? "scope" : await matcher.match(place, alias, from);
      if (evidence === null) continue;
      const isCall = !definition && isCallAt(text, from + alias.length, from);
      references.push({ place, from, evidence, isCall, isDefinition: definition !== undefined });
    }
  }
  return references.sort((a, b) => a.from - b.from);
}
