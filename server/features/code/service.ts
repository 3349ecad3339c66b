import type { CodeContent, CodeEntry, CodeRevision, CodeSymbol } from "../../../contract/code/code.ts";
import { collectionOf } from "../../engines/documents/documentCollections.ts";
import { fileUrl, treeUrl } from "../../sources/hostLinks.ts";
import { shortName } from "../../git/commitText.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import { entriesWithin } from "../../git/limitMirror.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import type { TreeNode } from "../../git/readFolder.ts";
import { codeOf, commitsOf, type OpenedCommits, textOfFile } from "../../index/OpenedIndex.ts";
import type { Db } from "../../db/openDb.ts";
import { commitRef } from "../../engines/ranking/itemRefs.ts";
import { commitSummary } from "../../project/commitRefs.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { CodeSource } from "../../project/codeDeps.ts";
import { newestCommits } from "./entryCommits.ts";
import { indexedSymbols, readFileFacts, symbolsOfText } from "../../project/fileContent.ts";
import { nearestTo } from "./nearest.ts";
import { listRepositories, presentRepository } from "../../project/repositories.ts";
import { resolveRevision } from "../../project/revisions.ts";

/** Entries of a folder that one answer lists. */
const MAX_ENTRIES = 5000;
const MAX_README_BYTES = 512 << 10;
const README = /^readme(?:\.(?:md|markdown|mdx|txt|rst|adoc))?$/i;
const MARKDOWN = /\.(?:md|markdown|mdx)$/i;

/** What is at a path of a revision. @throws the signal's reason */
export async function readContent(
  db: Db,
  code: CodeSource,
  { path, revision: requested }: { readonly path: string; readonly revision?: string | undefined },
  signal: AbortSignal,
): Promise<CodeContent> {
  const repository = presentRepository(code.source, await listRepositories(db, code.projectId), code.index);
  const resolved = await resolveRevision(db, code, requested, signal);
  const answer: CodeContent = { ...NOTHING, repository, path, revision: resolved.revision };
  if (resolved.status !== "found") {
    return { ...answer, kind: resolved.status === "none" ? "no_revision" : resolved.status };
  }
  const { revision } = resolved;
  const read = code.mirror === null ? null : await fromMirror(db, code, code.mirror, revision, path, signal);
  const content = read ?? (await fromIndex(db, code, revision, path));
  const url = content.kind === "folder" ? treeUrl : fileUrl;
  return { ...answer, ...content, url: path === "" ? repository.url : url(code.source, revision.hash, path) };
}

const NOTHING: Omit<CodeContent, "repository" | "path" | "revision"> = {
  kind: "unread",
  blob: null,
  size: 0,
  is_executable: false,
  language: null,
  text: null,
  truncated: false,
  encoding: null,
  image: null,
  target: null,
  target_path: null,
  symbols: [],
  entries: [],
  entries_total: 0,
  readme: null,
  last: null,
  nearest: null,
  url: null,
};

type Found = Partial<CodeContent> & Pick<CodeContent, "kind">;

/** Null where the mirror is older than the index. */
async function fromMirror(
  db: Db,
  code: CodeSource,
  mirror: Mirror,
  revision: CodeRevision,
  path: string,
  signal: AbortSignal,
): Promise<Found | null> {
  try {
    const node = await mirror.findNode(revision.hash, path, signal);
    if (node === null) return { kind: "missing", nearest: await nearestTo(db, code, revision.hash, path, signal) };
    if (node.kind === "folder") return await folderOf(code, mirror, { revision, path, tree: node.oid }, signal);
    const last = await lastChange(db, code, revision, path);
    const base = { blob: node.oid, is_executable: node.mode === "100755", last };
    if (node.kind === "submodule") return { ...base, kind: "submodule", target: node.oid };
    const facts = await readFileFacts(mirror, node, path, signal);
    const symbols = facts.text === null ? [] : await symbolsOf(code, revision, path, facts.text);
    return { ...base, ...facts, symbols };
  } catch (error) {
    if (error instanceof GitReadError) return null;
    throw error;
  }
}

/** Null for the head of the index, which is not in its table where it changes nothing in the folders of the repository. */
const startOf = ({ part }: OpenedCommits, revision: string): string | null =>
  part.head === revision ? null : revision;

async function lastChange(
  db: Db,
  { projectId, index, source }: CodeSource,
  { hash }: CodeRevision,
  path: string,
): Promise<CodeContent["last"]> {
  const commits = commitsOf(index, source.id);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const newest = commits && newestCommits(commits.table, startOf(commits, hash), folder, [path]).get(path);
  return commits && newest !== undefined
    ? commitSummary(await projectPeople(db, projectId, index), commits, newest)
    : null;
}

/** The newest commit of each entry of a folder, by path. A list of entries names no author, so it needs no people. */
function commitsOfEntries(
  { index, source }: CodeSource,
  revision: string,
  folder: string,
  paths: readonly string[],
): (path: string) => CodeEntry["commit"] {
  const commits = commitsOf(index, source.id);
  const newest = commits && newestCommits(commits.table, startOf(commits, revision), folder, paths);
  return (path) => {
    const commit = newest?.get(path);
    return commits && commit !== undefined
      ? { ...commitRef(commits, commit), author: shortName(commits.table.author(commit).name) }
      : null;
  };
}

async function folderOf(
  code: CodeSource,
  mirror: Mirror,
  { revision, path, tree }: { readonly revision: CodeRevision; readonly path: string; readonly tree: string },
  signal: AbortSignal,
): Promise<Found> {
  const nodes = entriesWithin(mirror.folders, path, await mirror.readFolder(tree, signal));
  const shown = nodes.slice(0, MAX_ENTRIES);
  const pathOf = ({ name }: TreeNode): string => (path === "" ? name : `${path}/${name}`);
  const commitOf = commitsOfEntries(code, revision.hash, path, shown.map(pathOf));
  const entries = shown.map((node): CodeEntry => ({
    name: node.name,
    path: pathOf(node),
    kind: node.kind,
    size: node.kind === "file" ? node.size : null,
    is_named: node.isNamed,
    commit: commitOf(pathOf(node)),
  }));
  const readme = nodes.find(({ kind, name }) => kind === "file" && README.test(name));
  return {
    kind: "folder",
    entries,
    entries_total: nodes.length,
    readme: readme
      ? {
          path: pathOf(readme),
          text: (await mirror.readBlobStart(readme.oid, MAX_README_BYTES, signal)).toString("utf8").toWellFormed(),
          is_markdown: MARKDOWN.test(readme.name),
        }
      : null,
  };
}

/** The outline of the index at the head, and of the text itself at any other revision. */
async function symbolsOf(
  { index, source }: CodeSource,
  revision: CodeRevision,
  path: string,
  text: string,
): Promise<CodeSymbol[]> {
  const code = codeOf(index, source.id);
  const file = revision.is_head && code?.symbols ? code.files.find(path) : -1;
  return code && file >= 0 ? indexedSymbols(code, file) : symbolsOfText(text, path);
}

/** Without a mirror: the texts of the last synced commit, and its folders as far as they have texts. */
async function fromIndex(db: Db, code: CodeSource, revision: CodeRevision, path: string): Promise<Found> {
  const { index, source } = code;
  const indexed = codeOf(index, source.id);
  if (!indexed || !revision.is_head) return { kind: "unread" };
  const file = path === "" ? -1 : indexed.files.find(path);
  if (file >= 0) {
    return {
      kind: "text",
      size: indexed.files.sizes[file] ?? 0,
      language: indexed.files.language(file) || null,
      text: textOfFile(indexed, file),
      encoding: "utf-8",
      symbols: indexedSymbols(indexed, file),
      last: await lastChange(db, code, revision, path),
    };
  }
  const listed = collectionOf(index, source.id)?.list(path);
  if (!listed || listed.length === 0) return { kind: "unread" };
  const paths = listed.map((entry) => entry.path);
  const commitOf = commitsOfEntries(code, revision.hash, path, paths);
  const readme = listed.find(({ kind, name }) => kind === "file" && README.test(name));
  const readmeFile = readme ? indexed.files.find(readme.path) : -1;
  return {
    kind: "folder",
    entries: listed.slice(0, MAX_ENTRIES).map((entry) => ({
      name: entry.name,
      path: entry.path,
      kind: entry.kind === "folder" ? "folder" : "file",
      size: entry.size,
      is_named: true,
      commit: commitOf(entry.path),
    })),
    entries_total: listed.length,
    readme:
      readme && readmeFile >= 0
        ? { path: readme.path, text: textOfFile(indexed, readmeFile), is_markdown: MARKDOWN.test(readme.name) }
        : null,
  };
}
