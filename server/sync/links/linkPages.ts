import type { Db } from "../../db/openDb.ts";
import {
  deletePageLinks,
  insertPageIssues,
  insertPagePaths,
  insertPageSymbols,
  listPageTextsAfter,
  listPathsOfProject,
} from "../../db/tables/pages/pageLinks.ts";
import { lockProjectForLinks } from "../../db/tables/projects/projectBuilds.ts";
import { listSourceIds } from "../../db/tables/sources/sources.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { IssueFinder } from "./IssueFinder.ts";
import { readStoredManifest } from "../store/storedManifest.ts";
import { issueReferencesIn } from "../../engines/question/references.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import { SymbolFinder } from "./SymbolFinder.ts";

const BATCH_SIZE = 200;
/** A path in prose: with a folder, or a file name with an extension. */
const PATH = /(?:[\w@.+-]{1,100}\/){1,20}[\w@.+-]{1,100}|\b[\w-]{1,80}\.[a-z]{1,8}\b/gi;
const MAX_PATHS = 200;

const MAX_PATH_LENGTH = 1000;

/** Links the wiki pages of a project to the issues, files and symbols that they name. */
export async function linkPages(db: Db, blobs: Blobs, projectId: string, signal: AbortSignal): Promise<void> {
  const finders: Finders = {
    issues: await IssueFinder.open(db, projectId),
    pathIds: await openPaths(db, projectId),
    symbols: await SymbolFinder.open(blobs, await readStoredManifest(db, projectId)),
  };
  for (let after = ""; ;) {
    signal.throwIfAborted();
    const pages = await listPageTextsAfter(db, projectId, after, BATCH_SIZE);
    const last = pages.at(-1);
    if (!last) return;
    after = last.id;
    await db.transaction().execute(async (tx) => {
      // Another process may link the same pages. Without the lock the two transactions could deadlock.
      await lockProjectForLinks(tx, projectId);
      await replaceLinks(tx, pages, finders, new Set(await listSourceIds(tx, projectId)));
    });
  }
}

type Page = Awaited<ReturnType<typeof listPageTextsAfter>>[number];

interface Finders {
  readonly issues: IssueFinder;
  readonly pathIds: (text: string) => readonly number[];
  readonly symbols: SymbolFinder;
}

/** @param sources of the project now: the index may still contain a repository that was removed a moment ago */
async function replaceLinks(
  tx: Db,
  pages: readonly Page[],
  finders: Finders,
  sources: ReadonlySet<string>,
): Promise<void> {
  await deletePageLinks(
    tx,
    pages.map(({ id }) => id),
  );
  await insertPageIssues(
    tx,
    pages.flatMap((page) => issuesIn(page, finders.issues).map((issue_id) => ({ page_id: page.id, issue_id }))),
  );
  await insertPagePaths(
    tx,
    pages.flatMap((page) => pathsIn(page, finders.pathIds).map((path_id) => ({ page_id: page.id, path_id }))),
  );
  const symbols = pages.flatMap(({ id, title, body }) =>
    finders.symbols.find(`${title}\n${body}`).map((symbol) => ({ page_id: id, ...symbol })),
  );
  await insertPageSymbols(
    tx,
    symbols
      .filter(({ sourceId }) => sources.has(sourceId))
      .map(({ page_id, sourceId, name, path }) => ({
        page_id,
        source_id: sourceId,
        name,
        path: sanitizeText(path, MAX_PATH_LENGTH),
      })),
  );
}

function issuesIn({ source_id, title, body }: Page, finder: IssueFinder): string[] {
  const references = issueReferencesIn(`${title}\n${body}`);
  return [...new Set(references.flatMap((reference) => finder.find(reference, source_id)))];
}

function pathsIn({ body }: Page, pathIds: Finders["pathIds"]): number[] {
  const matches = [...body.matchAll(PATH)].slice(0, MAX_PATHS);
  return [...new Set(matches.flatMap(([text]) => pathIds(text)))];
}

/** Finds the files of the project's repositories that a text names: by the whole path, or by a name that only one file has. */
async function openPaths(db: Db, projectId: string): Promise<(text: string) => number[]> {
  const rows = await listPathsOfProject(db, projectId);
  const paths = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, key: string, id: number): void => {
    const same = map.get(key);
    if (same) same.push(id);
    else map.set(key, [id]);
  };
  for (const { id, path } of rows) {
    add(paths, path, Number(id));
    add(names, path.slice(path.lastIndexOf("/") + 1), Number(id));
  }
  return (text) => {
    const path = text.replace(/^\.?\//, "").replace(/[.]+$/, "");
    const pathCount = paths.get(path);
    if (pathCount || path.includes("/")) return pathCount ?? [];
    const named = names.get(path) ?? [];
    return named.length === 1 ? named : [];
  };
}
