import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/**
 * Sources of a user's projects that the index has nothing of, by project: the first of them, each with the number of all. The files of a
 * repository are searchable while its history and symbols are still being read.
 * @param slugs the projects; empty: all
 */
export const listUnsearchableSources = (db: Db, userId: string, slugs: readonly string[], limit: number) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .innerJoin("project_members", "project_members.project_id", "sources.project_id")
    .select([
      "sources.id",
      "sources.name",
      "sources.sync_state as state",
      "sources.sync_error as error",
      "sources.waits_for as waitsFor",
      sql<boolean>`sources.paused_at is not null`.as("isPaused"),
      "projects.slug",
      "projects.name as projectName",
      sql<number>`count(*) over ()`.as("total"),
    ])
    .where("project_members.user_id", "=", userId)
    .where("sources.sync_state", "in", ["queued", "running", "failed"])
    .where("sources.sync_items", "=", 0)
    .where((is) =>
      is.or([is("sources.sync_step", "is", null), is("sources.sync_step", "not in", ["history", "symbols"])]),
    )
    .$if(slugs.length > 0, (query) => query.where("projects.slug", "in", [...slugs]))
    .orderBy("projects.name")
    .orderBy("sources.created_at")
    .orderBy("sources.id")
    .limit(limit)
    .execute();
