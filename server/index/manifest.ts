import { z } from "zod";
import { IndexFormatError } from "./indexErrors.ts";

/** Raised whenever a part's sections, what is counted in them or what counts as a symbol change: older artifacts are then rebuilt. */
export const MANIFEST_FORMAT = 15;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Symbols and chunks of the files of a layer. */
const SymbolsPart = z.object({
  /** Symbol table, chunk table, and the segment over the chunks. */
  table: Hash,
  chunkTable: Hash,
  chunkSegment: Hash,
  /** The segment over the symbols' names: document `n` is row `n` of the symbol table. */
  nameSegment: Hash,
  /** The names that each file defines, with their scopes. */
  scopes: Hash,
  symbols: z.number().int().nonnegative(),
  chunks: z.number().int().nonnegative(),
});

/** Files that were indexed together: all of the first build, or those that a later commit changed. */
const CodeLayer = z.object({
  files: z.number().int().nonnegative(),
  table: Hash,
  segment: Hash,
  content: z.array(Hash),
  /** Which texts can have a phrase or a pattern, see TextFilters. */
  filters: Hash,
  /** Null until the second phase is done. */
  symbols: SymbolsPart.nullable(),
});
export type CodeLayer = z.infer<typeof CodeLayer>;

/** The files of one repository at one commit. */
export const CodePart = z.object({
  /** Id of the repository in the project. */
  source: z.string(),
  name: z.string(),
  commit: z.string(),
  builtAt: z.iso.datetime(),
  files: z.number().int().nonnegative(),
  /** Bytes of text. */
  bytes: z.number().int().nonnegative(),
  /** Files of the commit that are not in the index, by reason. */
  skipped: z.object({
    binary: z.number().int().nonnegative(),
    large: z.number().int().nonnegative(),
    overLimit: z.number().int().nonnegative(),
    missing: z.number().int().nonnegative(),
    /** By the commit's own .clewignore. */
    ignored: z.number().int().nonnegative().default(0),
  }),
  /** The branch that it is of; null where HEAD is on none. */
  branch: z.string().nullable().default(null),
  /** The folders that it is of; none: all. */
  folders: z.array(z.string()).default([]),
  /** The first one is the largest; see view/LayerView.ts. */
  layers: z.array(CodeLayer).min(1),
  /** Which files of the layers are those of the commit; null for all of one layer. */
  view: Hash.nullable(),
});
export type CodePart = z.infer<typeof CodePart>;

/** The files of a branch or a tag that a project names, as layers on top of those of the default branch. */
const RefPart = CodePart.extend({
  /** `refs/heads/…` or `refs/tags/…` */
  ref: z.string(),
  /** File tables of the layers that are not of the default branch. */
  own: z.array(Hash),
});
export type RefPart = z.infer<typeof RefPart>;

/** The history of one repository up to one commit. */
export const CommitsPart = z.object({
  source: z.string(),
  head: z.string(),
  /** The folders whose changes it has; none: all. */
  folders: z.array(z.string()).default([]),
  builtAt: z.iso.datetime(),
  commits: z.number().int().nonnegative(),
  table: Hash,
  segment: Hash,
  content: z.array(Hash),
  filters: Hash,
  /** Lines that the newest commits changed; null where git could not compute them, and in parts of earlier versions. */
  hunks: Hash.nullable().default(null),
});
export type CommitsPart = z.infer<typeof CommitsPart>;

/** The issues of all trackers of a project. */
export const IssuesPart = z.object({
  builtAt: z.iso.datetime(),
  issues: z.number().int().nonnegative(),
  table: Hash,
  segment: Hash,
  content: z.array(Hash),
  filters: Hash,
});
export type IssuesPart = z.infer<typeof IssuesPart>;

/** The pages of all wikis of a project. */
export const PagesPart = z.object({
  builtAt: z.iso.datetime(),
  pages: z.number().int().nonnegative(),
  table: Hash,
  segment: Hash,
  content: z.array(Hash),
  filters: Hash,
});
export type PagesPart = z.infer<typeof PagesPart>;

/** The pull and merge requests of all sources of a project. */
export const RequestsPart = z.object({
  builtAt: z.iso.datetime(),
  requests: z.number().int().nonnegative(),
  table: Hash,
  segment: Hash,
  content: z.array(Hash),
  filters: Hash,
});
export type RequestsPart = z.infer<typeof RequestsPart>;

/** Everything a project's index consists of. It is kept in a database row and swapped in one transaction. */
export const Manifest = z.object({
  format: z.literal(MANIFEST_FORMAT),
  code: z.array(CodePart),
  commits: z.array(CommitsPart),
  issues: IssuesPart.nullable(),
  requests: RequestsPart.nullable().default(null),
  /** Null while no wiki was read; so it is in manifests of before there were wikis. */
  pages: PagesPart.nullable().default(null),
  refs: z.array(RefPart).default([]),
});
export type Manifest = z.infer<typeof Manifest> & {
  /** The branch or tag whose files `code` is in place of those of the default branches; never stored. */
  readonly openedRef?: string;
};

export const emptyManifest = (): Manifest => ({
  format: MANIFEST_FORMAT,
  code: [],
  commits: [],
  issues: null,
  requests: null,
  pages: null,
  refs: [],
});

/** Whether a part was built for these folders; what was built for others is not brought up to date but built again. */
export const isOfFolders = (
  part: { readonly folders: readonly string[] } | null,
  folders: readonly string[],
): boolean => part !== null && JSON.stringify(part.folders) === JSON.stringify(folders);

/** A new manifest with one part put in place of the one of the same source. Parts of other sources are shared. */
export function withPart(
  manifest: Manifest,
  part:
    | { code: CodePart }
    | { commits: CommitsPart }
    | { issues: IssuesPart | null }
    | { requests: RequestsPart | null }
    | { pages: PagesPart | null },
): Manifest {
  if ("requests" in part) return { ...manifest, requests: part.requests };
  if ("issues" in part) return { ...manifest, issues: part.issues };
  if ("pages" in part) return { ...manifest, pages: part.pages };
  if ("code" in part) {
    return { ...manifest, code: [...manifest.code.filter(({ source }) => source !== part.code.source), part.code] };
  }
  return {
    ...manifest,
    commits: [...manifest.commits.filter(({ source }) => source !== part.commits.source), part.commits],
  };
}

/** A new manifest without anything of a repository that was removed from the project. */
export function withoutSource(manifest: Manifest, source: string): Manifest {
  return {
    ...manifest,
    code: manifest.code.filter((part) => part.source !== source),
    commits: manifest.commits.filter((part) => part.source !== source),
    refs: manifest.refs.filter((part) => part.source !== source),
  };
}

/** A new manifest with these branches and tags of a repository in place of those that it had. */
export const withRefs = (manifest: Manifest, source: string, refs: readonly RefPart[]): Manifest => ({
  ...manifest,
  refs: [...manifest.refs.filter((part) => part.source !== source), ...refs],
});

/** The text that goes into the database. */
export function encodeManifest(manifest: Manifest): string {
  return JSON.stringify(Manifest.parse(manifest));
}

/** Reads a stored manifest (text or already parsed JSON). IndexFormatError for another format: the index is to be built again. */
export function decodeManifest(stored: unknown): Manifest {
  const value: unknown = typeof stored === "string" ? JSON.parse(stored) : stored;
  const format = z.object({ format: z.number() }).safeParse(value);
  if (format.success && format.data.format !== MANIFEST_FORMAT) {
    throw new IndexFormatError("manifest", format.data.format, MANIFEST_FORMAT);
  }
  return Manifest.parse(value);
}

/** Every blob that stored manifests name. One of another format names none that can be read. */
export function blobsNamedBy(stored: Iterable<unknown>): Set<string> {
  const named = new Set<string>();
  for (const manifest of stored) {
    try {
      for (const hash of blobsOf(decodeManifest(manifest))) named.add(hash);
    } catch {
      continue;
    }
  }
  return named;
}

const filesOf = ({ code, refs }: Manifest): readonly CodePart[] => [...code, ...refs];

/** Every blob that a manifest names. A blob that no kept manifest names may be deleted. */
export function blobsOf(manifest: Manifest): Set<string> {
  const hashes = new Set<string>();
  for (const part of [
    ...filesOf(manifest).flatMap(({ layers }) => layers),
    ...manifest.commits,
    ...[manifest.issues, manifest.requests, manifest.pages].filter((part) => part !== null),
  ]) {
    for (const hash of [part.table, part.segment, part.filters, ...part.content]) hashes.add(hash);
  }
  for (const { hunks } of manifest.commits) if (hunks !== null) hashes.add(hunks);
  for (const { view, layers } of filesOf(manifest)) {
    if (view !== null) hashes.add(view);
    for (const { symbols } of layers)
      if (symbols)
        for (const hash of [
          symbols.table,
          symbols.chunkTable,
          symbols.chunkSegment,
          symbols.nameSegment,
          symbols.scopes,
        ])
          hashes.add(hash);
  }
  return hashes;
}

/** Those of them whose last section can be read by range: segments, filters and content packs. */
export function rangedBlobsOf(manifest: Manifest): Set<string> {
  const { commits, issues, requests, pages } = manifest;
  const code = filesOf(manifest);
  const layers = code.flatMap((part) => part.layers);
  return new Set([
    ...[...layers, ...commits, ...[issues, requests, pages].filter((part) => part !== null)].flatMap(
      ({ segment, filters, content }) => [segment, filters, ...content],
    ),
    ...layers.flatMap(({ symbols }) => (symbols ? [symbols.chunkSegment, symbols.nameSegment] : [])),
    // What is joined of ranged layers is of their form.
    ...code.flatMap(({ view }) => (view === null ? [] : [view])),
  ]);
}

/** Symbols of all layers of a part; null while the second phase of one is not done. */
export function symbolsOf({ layers }: Pick<CodePart, "layers">): { symbols: number; chunks: number } | null {
  let [symbols, chunks] = [0, 0];
  for (const layer of layers) {
    if (!layer.symbols) return null;
    symbols += layer.symbols.symbols;
    chunks += layer.symbols.chunks;
  }
  return { symbols, chunks };
}
