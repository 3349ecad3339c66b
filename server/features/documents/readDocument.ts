import { type DocumentContent, MAX_PAGE_COMMENTS } from "../../../contract/documents/documents.ts";
import type { Db } from "../../db/openDb.ts";
import type { DocumentSourceRow } from "../../db/tables/sources/sources.ts";
import { collectionOf } from "../../engines/documents/documentCollections.ts";
import { newestCommitOfPath } from "../../engines/documents/documentHistory.ts";
import { lastPartOf } from "../../engines/documents/documentPath.ts";
import { linkedPageOf, linksIn } from "../../engines/documents/wikiLinks.ts";
import { fileUrl } from "../../sources/hostLinks.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { isHashPrefix } from "../../git/commitLookup.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import { imageTypeOf } from "../../index/text/fileKind.ts";
import type { Mirror, OpenMirror } from "../../git/MirrorReads.ts";
import {
  codeOf,
  commitsOf,
  type OpenedCode,
  type OpenedIndex,
  textOfFile,
  textOfPage,
} from "../../index/OpenedIndex.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { once } from "../../memoize.ts";
import type { CodeSource } from "../../project/codeDeps.ts";
import { indexedSymbols, readFileFacts, symbolsOfText } from "../../project/fileContent.ts";
import { resolveRevision } from "../../project/revisions.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { countCommentsOfPage, listCommentsOfPage } from "../../db/tables/pages/pageComments.ts";
import { isoOrNull, presentDocumentCommit, presentPageComment } from "./present.ts";
import { message } from "../../messages/messages.ts";

/** A document as a request names it. */
export interface DocumentPlace {
  readonly projectId: string;
  readonly source: DocumentSourceRow;
  readonly path: string;
  /** A commit, a branch or a tag; undefined for the current commit. */
  readonly revision: string | undefined;
  /** Whether some text names the path, so that a missing document is no error. */
  readonly isNamed: boolean;
  readonly openMirror: OpenMirror;
}

/**
 * A file of a repository, now or at a commit, or a page of a wiki.
 * @throws NotFound when there never was such a path, or the commit has none
 * @throws Invalid when the repository has no such commit
 */
export async function readDocument(
  db: Db,
  index: OpenedIndex,
  { projectId, source, path, revision: requested, isNamed, openMirror }: DocumentPlace,
  signal: AbortSignal,
): Promise<DocumentContent> {
  const code = codeOf(index, source.id);
  if (!code) return withLinks(index, await withComments(db, index, source, wikiPage(index, source, path, isNamed)));
  // The current files are in the index, whatever became of the mirror.
  const mirror = once(() => openMirror(source.id));
  const revision = isAtCommit(code, requested)
    ? code.part.commit
    : await revisionOf(db, { projectId, index, source, mirror: await mirror() }, requested, signal);
  const isCurrent = revision === code.part.commit;
  const about = { source, path, revision, isCurrent };
  if (isCurrent) {
    const file = code.files.find(path);
    if (file >= 0) return withLinks(index, indexedFile(index, code, file, about));
    if (isFolder(index, source.id, path)) return { ...nothing(about), kind: "folder", url: null };
  }
  const opened = await mirror();
  if (opened !== null && revision !== null) {
    const read = await fileOfMirror(opened, revision, about, signal);
    if (read === "missing" && !isCurrent) return noDocument(about, isNamed);
    if (read !== "missing" && read !== null) return read;
  }
  return goneFile(db, projectId, index, about, { hasNoMirror: opened === null, isNamed });
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
    title: lastPartOf(path),
    kind: "unread",
    format: null,
    revision,
    is_current: isCurrent,
    language: fileLanguageOf(path)?.name ?? null,
    text: null,
    image: null,
    size: 0,
    truncated: false,
    symbols: [],
    url: revision === null ? null : fileUrl(source, revision, path),
    updated_at: null,
    removed_by: null,
    page_kind: null,
    comments: [],
    comments_total: 0,
    links: [],
  };
}

/** Whether the current commit is wanted, as far as its hash shows: then nothing else needs to be read. */
const isAtCommit = ({ part }: OpenedCode, requested: string | undefined): boolean =>
  requested === undefined || (isHashPrefix(requested) && part.commit.startsWith(requested.toLowerCase()));

/**
 * The hash of a commit in the history of a ref that was read. Null for a tag whose commit is not in the copy, and for any other commit
 * where there is no mirror.
 * @throws Invalid when no ref that was read has such a commit
 */
async function revisionOf(
  db: Db,
  code: CodeSource,
  requested: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const resolved = await resolveRevision(db, code, requested, signal);
  if (resolved.status === "none" && code.mirror !== null)
    throw new Invalid({ revision: [message("repository.commit_not_found")] });
  return resolved.revision?.hash ?? null;
}

const formatOf = (path: string): DocumentContent["format"] =>
  /\.(?:md|mdx|markdown)$/i.test(path) ? "markdown" : /\.svg$/i.test(path) ? "svg" : null;

function indexedFile(index: OpenedIndex, code: OpenedCode, file: number, about: About): DocumentContent {
  const { path, source } = about;
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const entry = collectionOf(index, source.id)
    ?.list(parent)
    ?.find((candidate) => candidate.path === path);
  return {
    ...nothing(about),
    kind: "text",
    format: formatOf(path),
    language: code.files.language(file) || null,
    text: textOfFile(code, file),
    size: code.files.sizes[file] ?? 0,
    symbols: indexedSymbols(code, file),
    updated_at: isoOrNull(entry?.updatedAt ?? null),
  };
}

/** What a commit has at the path; null where the mirror has no such commit. */
async function fileOfMirror(
  mirror: Mirror,
  revision: string,
  about: About,
  signal: AbortSignal,
): Promise<DocumentContent | "missing" | null> {
  try {
    const node = await mirror.findNode(revision, about.path, signal);
    if (node === null) return "missing";
    if (node.kind === "folder") return { ...nothing(about), kind: "folder", url: null };
    if (node.kind === "submodule") return { ...nothing(about), kind: "submodule", text: node.oid };
    const { kind, size, text, target, truncated, image } = await readFileFacts(mirror, node, about.path, signal);
    const base = { ...nothing(about), size };
    switch (kind) {
      case "text": {
        const symbols = text === null ? [] : await symbolsOfText(text, about.path);
        return { ...base, kind, format: formatOf(about.path), text, truncated, symbols };
      }
      case "link":
        return { ...base, kind, text: target };
      case "image":
        return { ...base, kind, image };
      case "binary":
        return { ...base, kind: imageTypeOf(about.path) === undefined ? kind : "large" };
      default:
        // A pointer of Git LFS: the file itself is in no mirror.
        return base;
    }
  } catch (error) {
    if (error instanceof GitReadError) return null;
    throw error;
  }
}

const isFolder = (index: OpenedIndex, source: string, path: string): boolean =>
  (collectionOf(index, source)?.list(path)?.length ?? 0) > 0;

/** The answer for a path that does not exist. @throws NotFound unless some text names the path */
function noDocument(about: About, isNamed: boolean): DocumentContent {
  if (isNamed) return { ...nothing(about), kind: "absent", url: null };
  throw new NotFound(message("document.not_found"));
}

/** The history of a path that could not be read. @throws NotFound for a path without history */
async function goneFile(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  about: About,
  { hasNoMirror, isNamed }: { readonly hasNoMirror: boolean; readonly isNamed: boolean },
): Promise<DocumentContent> {
  const commits = commitsOf(index, about.source.id);
  const newest = commits && newestCommitOfPath(commits, about.path);
  if (about.revision === null) return nothing(about);
  if (!commits || newest === undefined) {
    return about.isCurrent ? noDocument(about, isNamed) : nothing(about);
  }
  // A picture or a very large file is in no index: without a mirror it is unknown whether it still exists.
  if (hasNoMirror || !about.isCurrent) return nothing(about);
  const people = await projectPeople(db, projectId, index);
  const removed = presentDocumentCommit(people, about.source, commits, newest);
  return { ...nothing(about), kind: "removed", removed_by: removed, url: null };
}

/** Resolves links between pages of a wiki to documents in Clew. */
function withLinks(index: OpenedIndex, document: DocumentContent): DocumentContent {
  const { pages } = index;
  if (document.format !== "markdown" || document.text === null || !pages) return document;
  const links = linksIn(document.text).flatMap((href) => {
    const page = linkedPageOf(pages, href);
    if (page < 0) return [];
    const { source } = pages.table.row(page);
    const wiki = collectionOf(index, source);
    return wiki ? [{ href, source, path: wiki.pathOf(page) }] : [];
  });
  return { ...document, links };
}

/** Adds the comments on a page, which are read with each request. */
async function withComments(
  db: Db,
  index: OpenedIndex,
  source: DocumentSourceRow,
  document: DocumentContent,
): Promise<DocumentContent> {
  const page = collectionOf(index, source.id)?.find(document.path) ?? -1;
  if (document.kind !== "page" || !index.pages || page < 0) return document;
  const id = index.pages.table.id(page);
  const comments = await listCommentsOfPage(db, id, MAX_PAGE_COMMENTS);
  const total = comments.length < MAX_PAGE_COMMENTS ? comments.length : await countCommentsOfPage(db, id);
  return { ...document, comments: comments.map(presentPageComment), comments_total: total };
}

function wikiPage(index: OpenedIndex, source: DocumentSourceRow, path: string, isNamed: boolean): DocumentContent {
  const collection = collectionOf(index, source.id);
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
    page_kind: row.kind,
    format: "markdown",
    language: "Markdown",
    text,
    size: Buffer.byteLength(text),
    url: /^https?:\/\//.test(row.url) ? row.url : null,
    updated_at: isoOrNull(row.updatedAt),
  };
}
