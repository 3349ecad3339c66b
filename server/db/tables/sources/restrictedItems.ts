import { sql } from "kysely";
import type { LeftOutKind } from "../../../../contract/sources/leftOut.ts";
import type { ProjectRole } from "../../../../contract/projects.ts";
import type { Db } from "../../openDb.ts";
import type { RestrictedItemsTable } from "../../schema/trackerSchema.ts";
import type { ListPosition } from "../issues/issuePages.ts";
import { updateSourceAccess } from "./sourceAccess.ts";

export type RestrictedRow = Pick<
  RestrictedItemsTable,
  "id" | "source_id" | "key" | "title" | "body" | "url" | "author" | "state"
> & {
  readonly kind: LeftOutKind;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/**
 * What the hosts of a project restrict and these roles may read, newest change first: the only query that reads `restricted_items` for an
 * answer. The role is compared in the query itself, for each source.
 */
export async function listRestrictedItems(
  db: Db,
  projectId: string,
  {
    roles,
    words,
    after: place,
    limit,
  }: {
    /** Roles that the member has at least. */
    readonly roles: readonly ProjectRole[];
    /** Lower case; all of them occur in key, title or text. */
    readonly words: readonly string[];
    readonly after: ListPosition | null;
    readonly limit: number;
  },
): Promise<RestrictedRow[]> {
  const contains = words.map((word) => sql`and strpos(lower(i.key || ' ' || i.title || ' ' || i.body), ${word}) > 0`);
  const after = place ? sql`and (i.updated_at, i.id) < (${place[0]}::timestamptz, ${place[1]})` : sql``;
  const { rows } = await sql<RestrictedRow>`
    select i.id, o.kind, i.source_id, i.key, i.title, i.body, i.url, i.author, i.state, i.created_at, i.updated_at
    from restricted_items i
    join sources s on s.id = i.source_id and s.project_id = i.project_id and s.restricted_role = any(${roles}::text[])
    join left_out_items o on o.source_id = i.source_id and o.subject = i.subject and o.external_id = i.external_id
    where i.project_id = ${projectId} ${sql.join(contains, sql` `)} ${after}
    order by i.updated_at desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}

async function deleteRestrictedItems(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("restricted_items").where("source_id", "=", sourceId).execute();
}

/** Takes the choice of a source back, and removes what was read for it. */
export async function leaveOutRestricted(tx: Db, sourceId: string): Promise<void> {
  await updateSourceAccess(tx, sourceId, { restricted_role: null, restricted_choice: null });
  await deleteRestrictedItems(tx, sourceId);
}
