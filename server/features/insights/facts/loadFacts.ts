import type { Db } from "../../../db/openDb.ts";
import { listSourceIds } from "../../../db/tables/sources/sources.ts";
import { type LoadedFacts, computeFacts } from "../../../engines/insights/factColumns.ts";
import { factPeople } from "../../../engines/insights/factPeople.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { loadPersons } from "../../../project/loadPersons.ts";
import { readProjectRows } from "./projectRows.ts";

export interface FactsOptions {
  readonly db: Db;
  readonly project: { readonly id: string; readonly slug: string };
  readonly index: OpenedIndex;
}

/**
 * Everything that the metrics of a project need, as it is now.
 * @param before what was loaded last: then only what is new is read
 */
export async function loadFacts(
  { db, project, index }: FactsOptions,
  before: LoadedFacts | null = null,
): Promise<LoadedFacts> {
  const sources = await listSourceIds(db, project.id);
  const rows = await readProjectRows(db, project.id, sources, before?.rows ?? null);
  const people = factPeople(await loadPersons(db, project.id));
  return computeFacts({ project, index, sources, rows, people }, before);
}
