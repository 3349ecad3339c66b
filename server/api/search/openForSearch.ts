import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/openDb.ts";
import { peopleStampOf } from "../../engines/experts/projectPeople.ts";
import { type SearchPeople, peopleForSearch } from "../../engines/search/searchPeople.ts";
import type { IndexStore, OpenedIndex } from "../../index/indexStore.ts";
import { openGeneration } from "./projectIndex.ts";

/** What a search of a project asks. */
export interface Searchable {
  readonly index: OpenedIndex;
  /** The same as on the list of people, after every merge by whichever process. */
  readonly people: SearchPeople;
}

/**
 * The index of a project and its people as they are now. Which index is the present one has to be asked before every search; whether the
 * people have changed is answered with it.
 */
export async function openForSearch(
  db: Db,
  indexes: IndexStore,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<Searchable> {
  const row = await db
    .selectFrom("projects")
    .leftJoin("artifacts", "artifacts.project_id", "projects.id")
    .select(["artifacts.generation", peopleStampOf(projectId).as("stamp")])
    .where("projects.id", "=", projectId)
    .executeTakeFirst();
  const index = await openGeneration(db, indexes, projectId, row?.generation ?? null, log);
  return { index, people: await peopleForSearch(db, projectId, index, row?.stamp ?? "") };
}
