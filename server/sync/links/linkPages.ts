import type { Db } from "../../db/openDb.ts";
import {
  deletePageLinks,
  insertPageIssues,
  insertPagePaths,
  insertPageSymbols,
  listPageTextsAfter,
  listPathsOfProject,
} from "../../db/tables/pageLinks.ts";
import { lockProjectForLinks } from "../../db/tables/projectBuilds.ts";
import { listSourceIds } from "../../db/tables/sources.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { IssueFinder } from "./IssueFinder.ts";
import { readManifest } from "../store/storedManifest.ts";
import { referencesIn } from "../../engines/report/references.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import { SymbolFinder } from "./SymbolFinder.ts";

const BATCH_SIZE = 200;
/** A path as prose names one: with a folder before it, or a file name with an ending. */
const PATH = /(?:[\w@.+-]{1,100}\/){1,20}[\w@.+-]{1,100}|\b[\w-]{1,80}\.[a-z]{1,8}\b/gi;
/** A file name that occurs in this number of folders does not identify a file. */
const AMBIGUOUS = 1;
const MAX_PATHS = 200;

const MAX_PATH_LENGTH = 1000;

/** Ties the wiki pages of a project to the issues, files and symbols that they name. */
export async function linkPages(db: Db, blobs: Blobs, projectId: string, signal: AbortSignal): Promise<void> {
  const finder = await IssueFinder.open(db, projectId);
  const paths = await openPaths(db, projectId);
  const symbols = await SymbolFinder.open(blobs, await readManifest(db, projectId));
  for (let after = ""; ;) {
    signal.throwIfAborted();
    const pages = await listPageTextsAfter(db, projectId, after, BATCH_SIZE);
    const last = pages.at(-1);
    if (!last) return;
    after = last.id;
    const ids = pages.map(({ id }) => id);
    await db.transaction().execute(async (tx) => {
      // Another process may link the same pages. Without the lock the two transactions could deadlock.
      await lockProjectForLinks(tx, projectId);
      await deletePageLinks(tx, ids);
      const issues = pages.flatMap(({ id, source_id, title, body }) =>
        [...new Set(referencesIn(`${title}\n${body}`).flatMap((reference) => finder.find(reference, source_id)))].map(
          (issue_id) => ({ page_id: id, issue_id }),
        ),
      );
      await insertPageIssues(tx, issues);
      const files = pages.flatMap(({ id, body }) =>
        [...new Set([...body.matchAll(PATH)].slice(0, MAX_PATHS).flatMap(([text]) => paths(text)))].map((path_id) => ({
          page_id: id,
          path_id,
        })),
      );
      await insertPagePaths(tx, files);
      const sources = new Set(await listSourceIds(tx, projectId));
      const named = pages.flatMap(({ id, title, body }) =>
        symbols
          .find(`${title}\n${body}`)
          // A repository that was removed a moment ago is still in the index that was opened.
          .filter(({ sourceId }) => sources.has(sourceId))
          .map(({ sourceId, name, path }) => ({
            page_id: id,
            source_id: sourceId,
            name,
            path: sanitizeText(path, MAX_PATH_LENGTH),
          })),
      );
      await insertPageSymbols(tx, named);
    });
  }
}

/** Which file of the project's repositories a text names: by its whole path, or by its name where only one has it. */
async function openPaths(db: Db, projectId: string): Promise<(text: string) => number[]> {
  const rows = await listPathsOfProject(db, projectId);
  const whole = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, key: string, id: number): void => {
    const same = map.get(key);
    if (same) same.push(id);
    else map.set(key, [id]);
  };
  for (const { id, path } of rows) {
    add(whole, path, Number(id));
    add(names, path.slice(path.lastIndexOf("/") + 1), Number(id));
  }
  return (text) => {
    const path = text.replace(/^\.?\//, "").replace(/[.]+$/, "");
    const found = whole.get(path);
    if (found || path.includes("/")) return found ?? [];
    const named = names.get(path) ?? [];
    return named.length <= AMBIGUOUS ? named : [];
  };
}
