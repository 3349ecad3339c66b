import type { Selectable } from "kysely";
import type { Db } from "../openDb.ts";
import type { PeopleTable } from "../trackerSchema.ts";

/** An id that no row has: `in ()` is a syntax error. */
const NO_ACCOUNT = "";

/** An account at a host. */
export type AccountRow = Selectable<PeopleTable>;

/** Accounts at hosts, in no order. */
export async function listPeopleByIds(db: Db, ids: readonly string[]): Promise<AccountRow[]> {
  return db
    .selectFrom("people")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
}

/** @param logins in lower case */
export async function listPeopleByLogins(db: Db, projectId: string, logins: readonly string[]) {
  return db
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select(["people.id", "people.login", "people.name", "people.email"])
    .where("sources.project_id", "=", projectId)
    .where((where) => where(where.fn<string>("lower", ["people.login"]), "in", [...logins]))
    .execute();
}

/**
 * Accounts of the project's sources with what identifies a person, in a stable order.
 * @param ids only these; all if left out
 */
export async function listProjectAccounts(db: Db, projectId: string, ids?: readonly string[]) {
  return db
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select([
      "people.id",
      "people.source_id",
      "people.external_id",
      "people.name",
      "people.email",
      "people.login",
      "people.is_bot",
      "sources.provider",
    ])
    .where("sources.project_id", "=", projectId)
    .$if(ids !== undefined, (query) => query.where("people.id", "in", [...(ids ?? []), NO_ACCOUNT]))
    .orderBy("people.id")
    .execute();
}

/** These accounts with their avatar and how many open issues of the project are assigned to each, by id. */
export async function listAccountsWithLoad(db: Db, projectId: string, ids: readonly string[]) {
  return db
    .selectFrom("people")
    .select(["people.id", "people.avatar_url"])
    .select((select) =>
      select
        .selectFrom("issue_assignees")
        .innerJoin("issues", "issues.id", "issue_assignees.issue_id")
        .select((count) => count.fn.countAll<number>().as("open"))
        .whereRef("issue_assignees.person_id", "=", "people.id")
        .where("issues.state", "=", "open")
        .where("issues.project_id", "=", projectId)
        .as("open"),
    )
    .where("people.id", "in", [...ids])
    .orderBy("people.id")
    .execute();
}

export async function hasAccount(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("people").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
