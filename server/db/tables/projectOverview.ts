/** Statements of a project's overview. Restricted items are in no table that these read. */
import { sql } from "kysely";
import type { Db } from "../openDb.ts";
import { CARD_COLUMNS, type CardRow } from "./issuePages.ts";

/** How many issues of a project are open, and how many of them have not changed since a moment. */
export async function countOpenWork(
  db: Db,
  projectId: string,
  quietSince: Date,
): Promise<{ readonly open: number; readonly quiet: number }> {
  const row = await db
    .selectFrom("issues")
    .select((select) => [
      select.fn.countAll<number>().as("open"),
      select.fn.countAll<number>().filterWhere("updated_at", "<", quietSince).as("quiet"),
    ])
    .where("project_id", "=", projectId)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return { open: Number(row.open), quiet: Number(row.quiet) };
}

/** The newest open issues of a project. */
export const listNewestOpenIssues = (db: Db, projectId: string, limit: number): Promise<CardRow[]> =>
  db
    .selectFrom("issues")
    .select(CARD_COLUMNS)
    .where("project_id", "=", projectId)
    .where("state", "=", "open")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Open issues of a project that have not changed since a moment, the longest first. */
export const listQuietIssues = (db: Db, projectId: string, quietSince: Date, limit: number): Promise<CardRow[]> =>
  db
    .selectFrom("issues")
    .select(CARD_COLUMNS)
    .where("project_id", "=", projectId)
    .where("state", "=", "open")
    .where("updated_at", "<", quietSince)
    .orderBy("updated_at")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/**
 * Open requests, drafts left out, without a review by a person other than their author, the oldest first. Those whose reviews have not been
 * read are left out: it is unknown whether they wait.
 * @returns the rows of the first `limit`, each with the number of all
 */
export const listWaitingRequests = (db: Db, projectId: string, limit: number) =>
  db
    .selectFrom("change_requests as request")
    .leftJoin("people as author", "author.id", "request.author_id")
    .select([
      "request.id",
      "request.key",
      "request.title",
      "request.url",
      "request.created_at",
      "author.name as author",
    ])
    .select(sql<string>`count(*) over ()`.as("count"))
    .where("request.project_id", "=", projectId)
    .where("request.state", "=", "open")
    .where("request.is_draft", "=", false)
    .where("request.details_at", "is not", null)
    .where((is) => is.or([is("author.is_bot", "is", null), is("author.is_bot", "=", false)]))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("request_reviews as review")
            .innerJoin("people as reviewer", "reviewer.id", "review.person_id")
            .select("review.id")
            .whereRef("review.request_id", "=", "request.id")
            .where("reviewer.is_bot", "=", false)
            .where((own) =>
              own.or([
                own("request.author_id", "is", null),
                own("review.person_id", "<>", own.ref("request.author_id")),
              ]),
            ),
        ),
      ),
    )
    .orderBy("request.created_at")
    .orderBy("request.id")
    .limit(limit)
    .execute();
