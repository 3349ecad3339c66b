import { sql } from "kysely";
import type { z } from "zod";
import { rolesFrom } from "../../../contract/policy.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import type { RestrictedPage, RestrictedQuery } from "../../../contract/restricted.ts";
import type { Db } from "../../db/openDb.ts";
import type { RestrictedItemsTable } from "../../db/sourceTables.ts";
import type { LeftOutKind } from "../../../contract/leftOut.ts";
import { readCursor, writeCursor } from "./issueCursor.ts";

type Row = Pick<RestrictedItemsTable, "id" | "source_id" | "key" | "title" | "body" | "url" | "author" | "state"> & {
  readonly kind: LeftOutKind;
  readonly created_at: Date;
  readonly updated_at: Date;
};

const WORDS = 20;

/**
 * What the hosts of a project restrict and this member may read, newest change first: the only query that reads `restricted_items` for
 * an answer. The role is compared in the query itself, for each source.
 * @throws Invalid for a cursor that no page gave
 */
export async function listRestricted(
  db: Db,
  project: { readonly id: string; readonly role: ProjectRole },
  { q = "", cursor, limit }: z.output<typeof RestrictedQuery>,
): Promise<RestrictedPage> {
  const open = rolesFrom(project.role);
  const words = q.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS);
  const contains = words.map((word) => sql`and strpos(lower(i.key || ' ' || i.title || ' ' || i.body), ${word}) > 0`);
  const place = cursor === undefined ? null : readCursor(cursor, "timestamptz");
  const after = place ? sql`and (i.updated_at, i.id) < (${place[0]}::timestamptz, ${place[1]})` : sql``;
  const { rows } = await sql<Row>`
    select i.id, o.kind, i.source_id, i.key, i.title, i.body, i.url, i.author, i.state, i.created_at, i.updated_at
    from restricted_items i
    join sources s on s.id = i.source_id and s.project_id = i.project_id and s.restricted_role = any(${open}::text[])
    join left_out_items o on o.source_id = i.source_id and o.subject = i.subject and o.external_id = i.external_id
    where i.project_id = ${project.id} ${sql.join(contains, sql` `)} ${after}
    order by i.updated_at desc, i.id desc limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    next: rows.length > limit && last ? writeCursor([last.updated_at.toISOString(), last.id]) : null,
    results: shown.map(({ source_id, created_at, updated_at, ...row }) => ({
      ...row,
      source: source_id,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    })),
  };
}
