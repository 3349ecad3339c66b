import type { Db } from "../openDb.ts";

/** Pull and merge requests with their titles and the names of their authors. */
export const listRequestTitles = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("change_requests as request")
    .leftJoin("people", "people.id", "request.author_id")
    .select(["request.id", "request.key", "request.title", "request.url", "request.created_at", "people.name"])
    .where("request.id", "in", [...ids])
    .execute();

/** What requests of a project are found by, newest activity first. */
export const listRequestNames = (db: Db, projectId: string, limit: number) =>
  db
    .selectFrom("change_requests")
    .select(["id", "key", "title", "url", "state"])
    .where("project_id", "=", projectId)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
