import type { DocumentContent } from "../../../contract/documents.ts";
import type { Db } from "../../db/openDb.ts";
import type { DocumentSourceRow } from "../../db/tables/sources.ts";
import { documentCollectionsOf } from "../../engines/documents/documentCollections.ts";
import { commitsOf } from "../../engines/documents/documentHistory.ts";
import { nameOf } from "../../engines/documents/documentPath.ts";
import { linkedPageOf, linksIn } from "../../engines/documents/wikiLinks.ts";
import { fileUrl } from "../../engines/documents/hostLinks.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { imageTypeOf, looksBinary } from "../../index/text/fileKind.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import { type OpenedCode, type OpenedIndex, textOfFile, textOfPage } from "../../index/OpenedIndex.ts";
import { languageOf } from "../../index/text/languages.ts";
import { once } from "../../memoize.ts";
import type { CodePlace } from "../code/codeDeps.ts";
import { resolveRevision } from "../code/revisions.ts";
import { isoOrNull, presentCommit } from "./present.ts";
import { message } from "../../messages/messages.ts";

/** Bytes of text that one answer carries at most. The index keeps no larger file, so this cuts only what is read from a mirror. */
const MAX_TEXT_BYTES = 1 << 20;
const MAX_IMAGE_BYTES = 3 << 20;

/** A document as a request names it. */
export interface DocumentPlace {
  readonly projectId: string;
  readonly source: DocumentSourceRow;
  readonly path: string;
  /** A commit, or its first digits; undefined for the current one. */
  readonly revision: string | undefined;
  /** Whether some text names the path, so that a missing document is no error. */
  readonly isNamed: boolean;
  readonly openMirror: OpenMirror;
}

/**
 * A file of a repository, now or at a commit, or a page of a wiki.
 * @throws NotFound when there never was such a path
 * @throws Invalid when the repository has no such commit
 */
export async function readDocument(
  db: Db,
  index: OpenedIndex,
  { projectId, source, path, revision: wanted, isNamed, openMirror }: DocumentPlace,
  signal: AbortSignal,
): Promise<DocumentContent> {
  const code = index.code.find(({ part }) => part.source === source.id);
  if (!code) return withLinks(index, wikiPage(index, source, path, isNamed));
  // The current files are in the index, whatever became of the mirror.
  const mirror = once(() => openMirror(source.id));
  const revision = await revisionOf(code, wanted, async (named) => {
    const place: CodePlace = { projectId, index, source, mirror: await mirror() };
    return { place, resolved: await resolveRevision(db, place, named, signal) };
  });
  const isCurrent = revision === code.part.commit;
  const about = { source, path, revision, isCurrent };
  if (isCurrent) {
    const file = code.files.find(path);
    if (file >= 0) return withLinks(index, indexedFile(index, code, file, about));
    if (isFolder(index, source.id, path)) return { ...nothing(about), kind: "folder", url: null };
  }
  const opened = await mirror();
  if (opened !== null && revision !== null) {
    const read = await opened.readFileAt(revision, path, Math.max(MAX_TEXT_BYTES, MAX_IMAGE_BYTES), signal);
    if (read) return fileOfMirror(about, read);
  }
  return goneFile(index, about, { hasNoMirror: opened === null, isNamed });
}

interface About {
  readonly source: DocumentSourceRow;
  readonly path: string;
  /** Null when an older one was requested that cannot be read. */
  readonly revision: string | null;
  readonly isCurrent: boolean;
}

function nothing({ source, path, revision, isCurrent }: About): DocumentContent {
  return {
    source: source.id,
    path,
    title: nameOf(path),
    kind: "unread",
    format: null,
    revision,
    is_current: isCurrent,
    language: languageOf(path)?.name ?? null,
    text: null,
    image: null,
    size: 0,
    truncated: false,
    symbols: [],
    url: revision === null ? null : fileUrl(source, revision, path),
    updated_at: null,
    removed_by: null,
    links: [],
  };
}

/**
 * The hash of a commit in the history of a ref that was read. Null for a commit that only the mirror still has, such as one of a removed
 * branch, and for any other commit where there is no mirror.
 * @throws Invalid when the repository has no such commit
 */
async function revisionOf(
  code: OpenedCode,
  prefix: string | undefined,
  resolve: (
    named: string,
  ) => Promise<{ readonly place: CodePlace; readonly resolved: Awaited<ReturnType<typeof resolveRevision>> }>,
): Promise<string | null> {
  const wanted = prefix?.toLowerCase();
  if (wanted === undefined || code.part.commit.startsWith(wanted)) return code.part.commit;
  const { place, resolved } = await resolve(wanted);
  if (resolved.status === "none" && place.mirror !== null)
    throw new Invalid({ revision: [message("repository.commit_not_found")] });
  return resolved.revision?.hash ?? null;
}

const formatOf = (path: string): DocumentContent["format"] =>
  /\.(?:md|mdx|markdown)$/i.test(path) ? "markdown" : /\.svg$/i.test(path) ? "svg" : null;

function indexedFile(index: OpenedIndex, code: OpenedCode, file: number, about: About): DocumentContent {
  const { path, source } = about;
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const entry = documentCollectionsOf(index)
    .find((collection) => collection.source === source.id)
    ?.list(parent)
    ?.find((one) => one.path === path);
  return {
    ...nothing(about),
    kind: "text",
    format: formatOf(path),
    language: code.files.language(file) || null,
    text: textOfFile(code, file),
    size: code.files.sizes[file] ?? 0,
    symbols: symbolsOf(code, file),
    updated_at: isoOrNull(entry?.updatedAt ?? null),
  };
}

/** Definitions with their nesting depth, derived from the order of the ones before. */
function symbolsOf({ symbols }: OpenedCode, file: number): DocumentContent["symbols"] {
  if (!symbols) return [];
  const { from, to } = symbols.table.ofFile(file);
  const around: number[] = [];
  const found: DocumentContent["symbols"] = [];
  for (let symbol = from; symbol < to; symbol++) {
    const { name, kind, start, end } = symbols.table.row(symbol);
    while (around.length > 0 && (around.at(-1) ?? 0) < end) around.pop();
    found.push({ name, kind, start_line: start, end_line: end, depth: around.length });
    around.push(end);
  }
  return found;
}

function fileOfMirror(about: About, { bytes, size }: { bytes: Buffer; size: number }): DocumentContent {
  const base = { ...nothing(about), size };
  const image = imageTypeOf(about.path);
  if (image !== undefined) {
    if (size > MAX_IMAGE_BYTES) return { ...base, kind: "large" };
    return { ...base, kind: "image", image: `data:${image};base64,${bytes.toString("base64")}` };
  }
  if (looksBinary(bytes)) return { ...base, kind: "binary" };
  // A cut may fall into the middle of a letter, which then decodes to a mark: whole lines only.
  const text = bytes.subarray(0, MAX_TEXT_BYTES).toString("utf8");
  const isCut = size > MAX_TEXT_BYTES;
  return {
    ...base,
    kind: "text",
    format: formatOf(about.path),
    text: isCut ? text.slice(0, text.lastIndexOf("\n") + 1 || text.length) : text,
    truncated: isCut,
  };
}

const isFolder = (index: OpenedIndex, source: string, path: string): boolean =>
  (documentCollectionsOf(index)
    .find((collection) => collection.source === source)
    ?.list(path)?.length ?? 0) > 0;

/** The answer for a path that never existed. @throws NotFound unless some text names the path */
function noDocument(about: About, isNamed: boolean): DocumentContent {
  if (isNamed) return { ...nothing(about), kind: "absent", url: null };
  throw new NotFound(message("document.not_found"));
}

/** The history of a path that could not be read. @throws NotFound for a path without history */
function goneFile(
  index: OpenedIndex,
  about: About,
  { hasNoMirror, isNamed }: { readonly hasNoMirror: boolean; readonly isNamed: boolean },
): DocumentContent {
  const commits = index.commits.find(({ part }) => part.source === about.source.id);
  const [newest] = commits ? commitsOf(commits, about.path) : [];
  if (about.revision === null) return nothing(about);
  if (!commits || newest === undefined) {
    return about.isCurrent ? noDocument(about, isNamed) : nothing(about);
  }
  // A picture or a very large file is in no index: without a mirror it is unknown whether it still exists.
  if (hasNoMirror || !about.isCurrent) return nothing(about);
  return { ...nothing(about), kind: "removed", removed_by: presentCommit(about.source, commits, newest), url: null };
}

/** Resolves links between pages of a wiki to documents in Clew. */
function withLinks(index: OpenedIndex, document: DocumentContent): DocumentContent {
  const { pages } = index;
  if (document.format !== "markdown" || document.text === null || !pages) return document;
  const wikis = documentCollectionsOf(index).filter(({ kind }) => kind === "wiki");
  const links = linksIn(document.text).flatMap((href) => {
    const page = linkedPageOf(pages, href);
    if (page < 0) return [];
    const { source } = pages.table.row(page);
    const wiki = wikis.find((one) => one.source === source);
    return wiki ? [{ href, source, path: wiki.pathOf(page) }] : [];
  });
  return { ...document, links };
}

function wikiPage(index: OpenedIndex, source: DocumentSourceRow, path: string, isNamed: boolean): DocumentContent {
  const collection = documentCollectionsOf(index).find((one) => one.source === source.id);
  const page = collection?.find(path) ?? -1;
  const about = { source, path, revision: null, isCurrent: true };
  if (!collection || !index.pages || page < 0) {
    return collection?.list(path)?.length ? { ...nothing(about), kind: "folder" } : noDocument(about, isNamed);
  }
  const row = index.pages.table.row(page);
  const text = textOfPage(index.pages, page);
  return {
    ...nothing(about),
    title: row.title,
    kind: "page",
    format: "markdown",
    language: "Markdown",
    text,
    size: Buffer.byteLength(text),
    url: /^https?:\/\//.test(row.url) ? row.url : null,
    updated_at: isoOrNull(row.updatedAt),
  };
}
