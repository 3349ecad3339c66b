import type { FastifyBaseLogger } from "fastify";
import type { SymbolQuery } from "../../../contract/references.ts";
import type { Db } from "../../db/openDb.ts";
import { findGeneration } from "../../db/tables/artifacts.ts";
import { listScipIndexes } from "../../db/tables/scipIndexes.ts";
import { type NamedPlace, definitionsOf } from "../../engines/references/findDefinitions.ts";
import type { UploadedIndex } from "../../engines/references/precise.ts";
import { DamagedIndexError, IndexFormatError } from "../../index/indexErrors.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { openGeneration } from "../search/projectIndex.ts";

export interface ReferenceDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
}

export interface OpenedName {
  readonly index: OpenedIndex;
  /** Null where there is no such file, or no name at the position. */
  readonly named: NamedPlace | null;
}

/** The name that a query is about, in the index of its revision; null where the files of the revision are in no index. */
export async function openNamed(
  { db, indexes }: ReferenceDeps,
  projectId: string,
  { source, path, line, column, revision }: SymbolQuery,
  log: FastifyBaseLogger,
): Promise<OpenedName | null> {
  const index = await openAtRevision({ db, indexes }, projectId, { source, revision }, log);
  if (!index) return null;
  const uploaded = await openUploaded({ db, indexes }, projectId, log);
  return { index, named: await definitionsOf(index, { source, path, line, column }, uploaded) };
}

/** The index of a revision; null where its files are in none. @param about `source`: the repository of the revision, any where left out */
export async function openAtRevision(
  { db, indexes }: ReferenceDeps,
  projectId: string,
  { source, revision }: { readonly source?: string | undefined; readonly revision?: string | undefined },
  log: FastifyBaseLogger,
): Promise<OpenedIndex | null> {
  const generation = await findGeneration(db, projectId);
  const current = await openGeneration(db, indexes, projectId, generation, log);
  const isOurs = (one: OpenedIndex["code"][number]): boolean => source === undefined || one.part.source === source;
  if (revision === undefined || current.code.some((one) => isOurs(one) && isHead(one.part, revision))) return current;
  const index = await openGeneration(db, indexes, projectId, generation, log, revision);
  return index.code.some(isOurs) ? index : null;
}

/** The uploaded indexes of a project. One that cannot be read is as one that was not uploaded. */
async function openUploaded(
  { db, indexes }: ReferenceDeps,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<UploadedIndex[]> {
  const opened: UploadedIndex[] = [];
  for (const { source, revision, blob } of await listScipIndexes(db, projectId)) {
    try {
      opened.push({ source, revision, table: await indexes.scip(blob) });
    } catch (error) {
      if (!(error instanceof DamagedIndexError || error instanceof IndexFormatError)) throw error;
      log.warn({ source, error: error.message }, "an uploaded index cannot be used");
    }
  }
  return opened;
}

/** The least digits of an abbreviated hash, as git has it. */
const MIN_DIGITS = 4;

function isHead(part: OpenedIndex["code"][number]["part"], revision: string): boolean {
  if (part.branch !== null && [part.branch, `refs/heads/${part.branch}`].includes(revision)) return true;
  return revision.length >= MIN_DIGITS && part.commit.startsWith(revision.toLowerCase());
}
