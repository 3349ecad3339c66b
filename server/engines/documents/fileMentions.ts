import { type OpenedCode, type OpenedIndex, textOfFile, textOfIssue } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";
import { linkedPath } from "./codeReferences.ts";
import { documentCollectionsOf } from "./documentCollections.ts";
import { linkedAddresses } from "./linkedAddresses.ts";
import { type DocumentAliases, type Mention, aliasesOf, mayMention, mentionReader } from "./mentions.ts";

/** A file of the index: position of the repository in `index.code`, and its number there. */
export interface FileInIndex {
  readonly member: number;
  readonly file: number;
}

/** A name that occurs in more texts than this is a common word, not a reference. */
export const MAX_TEXTS = 400;
/** The same limit for documentation. It is higher because each document is checked for every name that it contains. */
export const MAX_DOCUMENTS = MAX_TEXTS * 5;
/** Longer texts are logs. UTF-16 units. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_CANDIDATES = 300;
/** Names that one scan of a text finds; other names need a search for each file. */
const PLAIN_NAME = /^[\w.-]+$/;
const PLAIN_SYMBOL = /^[\w$]+$/;

interface NamedFile {
  readonly code: OpenedCode;
  readonly aliases: DocumentAliases;
  readonly read: ReturnType<typeof mentionReader>;
}

const namedFiles = memoize((code: OpenedCode) => {
  const cache = new Map<number, NamedFile>();
  return (file: number): NamedFile => {
    let named = cache.get(file);
    if (!named) {
      const all = aliasesOf(code.files.path(file), code, file);
      const aliases = { ...all, symbols: all.symbols.filter((symbol) => PLAIN_SYMBOL.test(symbol)) };
      const read = mentionReader(aliases);
      const isPlain = PLAIN_NAME.test(aliases.name);
      named = { code, aliases, read: (text) => read(text).filter(({ kind }) => isPlain || kind === "symbol") };
      if (cache.size < MAX_CACHED_FILES) cache.set(file, named);
    }
    return named;
  };
});
/** Files whose patterns are kept. */
const MAX_CACHED_FILES = 2000;

const issueTextOf = ({ issues }: OpenedIndex, issue: number): string =>
  issues ? `${issues.table.title(issue)}\n${textOfIssue(issues, issue)}`.slice(0, MAX_TEXT_LENGTH) : "";

/** Issues whose text names a file by its path, its name or a definition of its own, with what they name it by. */
export function issuesMentioning(
  index: OpenedIndex,
  { member, file }: FileInIndex,
): { readonly issue: number; readonly mentions: readonly Mention[] }[] {
  const { issues } = index;
  const code = index.code[member];
  if (!issues || !code) return [];
  const { aliases, read } = namedFiles(code)(file);
  return [...mayMention(issues.segment, aliases, MAX_TEXTS)].flatMap((issue) => {
    const mentions = read(issueTextOf(index, issue));
    return mentions.length > 0 ? [{ issue, mentions }] : [];
  });
}

/** The files that an issue's text names so. */
export function filesNamedByIssue(index: OpenedIndex, issue: number): FileInIndex[] {
  const { issues } = index;
  if (!issues) return [];
  const text = issueTextOf(index, issue);
  return candidatesIn(index, text).filter(({ member, file }) => {
    const code = index.code[member];
    if (!code) return false;
    const { aliases, read } = namedFiles(code)(file);
    return read(text).length > 0 && mayMention(issues.segment, aliases, MAX_TEXTS).has(issue);
  });
}

/** Files of documentation, in any repository, that name or link to a file. */
export function documentsNaming(index: OpenedIndex, place: FileInIndex): FileInIndex[] {
  const code = index.code[place.member];
  if (!code) return [];
  const { aliases } = namedFiles(code)(place.file);
  const filePlaces: FileInIndex[] = [];
  for (const { member, documents } of documentsOf(index)) {
    const documentCode = index.code[member];
    if (!documentCode) continue;
    for (const file of mayMention(documentCode.segment, aliases, MAX_DOCUMENTS))
      if (documents.has(file) && isNamedIn(index, place, { member, file })) filePlaces.push({ member, file });
  }
  return filePlaces;
}

/** The files that a file of documentation names or links to; none for any other file. */
export function filesNamedByDocument(index: OpenedIndex, place: FileInIndex): FileInIndex[] {
  const code = index.code[place.member];
  const documents = documentsOf(index).find(({ member }) => member === place.member)?.documents;
  if (!code || !documents?.has(place.file)) return [];
  const text = documentText(code, place.file);
  const linked = linkedPathsOf(code, place.file).flatMap((path) => {
    const file = code.files.find(path);
    return file < 0 ? [] : [{ member: place.member, file }];
  });
  return uniquePlaces([...linked, ...candidatesIn(index, text)]).filter((named) => {
    const its = index.code[named.member];
    const aliases = its && namedFiles(its)(named.file).aliases;
    return (
      aliases !== undefined &&
      mayMention(code.segment, aliases, MAX_DOCUMENTS).has(place.file) &&
      isNamedIn(index, named, place)
    );
  });
}

const documentText = (code: OpenedCode, file: number): string => textOfFile(code, file).slice(0, MAX_TEXT_LENGTH);

const linkedPathsOf = (code: OpenedCode, file: number): string[] =>
  linkedAddresses(documentText(code, file)).flatMap((target) => linkedPath(code.files.path(file), target) ?? []);

function isNamedIn(index: OpenedIndex, named: FileInIndex, document: FileInIndex): boolean {
  if (named.member === document.member && named.file === document.file) return false;
  const [its, code] = [index.code[named.member], index.code[document.member]];
  if (!its || !code) return false;
  if (namedFiles(its)(named.file).read(documentText(code, document.file)).length > 0) return true;
  return named.member === document.member && linkedPathsOf(code, document.file).includes(its.files.path(named.file));
}

/** The files of documentation of each repository. */
const documentsOf = memoize((index: OpenedIndex) =>
  documentCollectionsOf(index).flatMap((collection) => {
    const member = index.code.findIndex(({ part }) => part.source === collection.source);
    return collection.kind === "repository" && member >= 0
      ? [{ member, documents: new Set(collection.pages().map(({ document }) => document)) }]
      : [];
  }),
);

/** Files that a text may name: by a file name in it, or by an identifier that one of them defines. */
function candidatesIn(index: OpenedIndex, text: string): FileInIndex[] {
  const filePlaces: FileInIndex[] = [];
  const names = new Set<string>();
  for (const [run] of text.matchAll(/[\w.-]+/g)) {
    // `foo.ts.` at the end of a sentence, and `foo.ts.bak`, name `foo.ts` as well.
    const parts = run.split(".");
    for (let end = parts.length; end > 0; end--) names.add(parts.slice(0, end).join("."));
  }
  const identifiers = new Set([...text.matchAll(/[\w$]{5,}/g)].map(([word]) => word));
  index.code.forEach(({ files, symbols }, member) => {
    for (const name of names) for (const file of files.named(name)) filePlaces.push({ member, file });
    for (const word of symbols ? identifiers : [])
      for (const symbol of symbols?.table.named(word, 20) ?? [])
        if (symbols?.table.name(symbol) === word) filePlaces.push({ member, file: symbols.table.file(symbol) });
  });
  return uniquePlaces(filePlaces).slice(0, MAX_CANDIDATES);
}

const uniquePlaces = (places: readonly FileInIndex[]): FileInIndex[] => [
  ...new Map(places.map((place) => [`${place.member} ${place.file}`, place])).values(),
];
