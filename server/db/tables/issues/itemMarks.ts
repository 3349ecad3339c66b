/** Marks of issues, requests and pages. */
import { isSamePath } from "../../samePath.ts";
import { type SqlBool, type RawBuilder, sql } from "kysely";
import { MAX_MARKS } from "../../../../contract/marks/markRules.ts";
import { anyOf } from "../../anyOf.ts";
import { newId } from "../../newId.ts";
import type { Db } from "../../openDb.ts";
import type { FacetRow } from "./issueFacets.ts";

/** What has a mark. */
export type MarkedPlace =
  | { readonly kind: "issue" | "request"; readonly id: string }
  | { readonly kind: "page"; readonly source: string; readonly path: string };

export interface MarkRow {
  readonly id: string;
  readonly text: string;
  readonly folded: string;
  readonly rule: string | null;
  /** The name of the member who set it. */
  readonly by: string | null;
  readonly created_at: Date;
}

interface NewMark {
  readonly text: string;
  readonly folded: string;
  readonly rule: string | null;
  readonly userId: string | null;
}

const isOf = (place: MarkedPlace): RawBuilder<SqlBool> =>
  place.kind === "page"
    ? sql<SqlBool>`m.source_id = ${place.source} and ${isSamePath(sql.ref("m.path"), sql`${place.path}::text`)}`
    : sql<SqlBool>`${sql.ref(`m.${place.kind}_id`)} = ${place.id}`;

const nameOf = (place: MarkedPlace): string =>
  place.kind === "page" ? `page ${place.source} ${place.path}` : `${place.kind} ${place.id}`;

/**
 * Sets a mark inside a transaction. Calls for one item wait for each other, so that none exceeds the limit.
 * @returns `there`: the item has it already; `full`: it has as many as it may; `gone`: the project has no such item
 */
export async function insertMark(
  tx: Db,
  projectId: string,
  place: MarkedPlace,
  { text, folded, rule, userId }: NewMark,
): Promise<"set" | "there" | "full" | "gone"> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`clew mark ${nameOf(place)}`}, 0))`.execute(tx);
  // Before its marks are read: the place of a page may name a source of another project.
  if (!(await itemExists(tx, projectId, place))) return "gone";
  const { rows: marks } = await sql<{ folded: string }>`
    select m.folded from item_marks m where ${isOf(place)}`.execute(tx);
  if (marks.some((mark) => mark.folded === folded)) return "there";
  if (marks.length >= MAX_MARKS) return "full";
  await tx
    .insertInto("item_marks")
    .values({
      id: newId(),
      project_id: projectId,
      issue_id: place.kind === "issue" ? place.id : null,
      request_id: place.kind === "request" ? place.id : null,
      source_id: place.kind === "page" ? place.source : null,
      path: place.kind === "page" ? place.path : null,
      text,
      folded,
      rule,
      user_id: userId,
    })
    .execute();
  return "set";
}

/** Whether the project has the item, which is kept from being deleted until the transaction ends. */
async function itemExists(tx: Db, projectId: string, place: MarkedPlace): Promise<boolean> {
  if (place.kind !== "page") {
    const table = place.kind === "issue" ? "issues" : "change_requests";
    const row = await tx
      .selectFrom(table)
      .select("id")
      .where("id", "=", place.id)
      .where("project_id", "=", projectId)
      .forKeyShare()
      .executeTakeFirst();
    return row !== undefined;
  }
  const { rows } = await sql<{ id: string }>`
    select s.id from sources s where s.id = ${place.source} and s.project_id = ${projectId} and exists (
      select 1 from checked_pages c where c.source_id = s.id and ${isSamePath(sql.ref("c.path"), sql`${place.path}::text`)})
    for key share of s`.execute(tx);
  return rows.length > 0;
}

/** The marks of one item, the oldest first. */
export async function listMarks(db: Db, place: MarkedPlace): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select m.id, m.text, m.folded, m.rule, u.name as by, m.created_at
    from item_marks m left join users u on u.id = m.user_id
    where ${isOf(place)} order by m.created_at, m.id`.execute(db);
  return rows;
}

/** The marks of several issues or requests by the id of the item, the oldest first. */
export async function listMarksOfItems(
  db: Db,
  kind: "issue" | "request",
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly MarkRow[]>> {
  if (ids.length === 0) return new Map();
  const item = sql.ref<string>(`m.${kind}_id`);
  const { rows } = await sql<MarkRow & { readonly item: string }>`
    select ${item} as item, m.id, m.text, m.folded, m.rule, u.name as by, m.created_at
    from item_marks m left join users u on u.id = m.user_id
    where ${item} = any(${[...ids]}) order by m.created_at, m.id`.execute(db);
  return Map.groupBy(rows, ({ item: id }) => id);
}

/** The marks of several pages, by source and path. */
export async function listMarksOfPages(
  db: Db,
  pages: readonly { readonly source: string; readonly path: string }[],
): Promise<ReadonlyMap<string, readonly Pick<MarkRow, "folded" | "created_at">[]>> {
  if (pages.length === 0) return new Map();
  const { rows } = await sql<{ source: string; path: string; folded: string; created_at: Date }>`
    select distinct m.source_id as source, m.path, m.folded, m.created_at from item_marks m
    join unnest(${pages.map(({ source }) => source)}::text[], ${pages.map(({ path }) => path)}::text[]) as p (source, path)
      on m.source_id = p.source and ${isSamePath(sql.ref("m.path"), sql.ref("p.path"))}`.execute(db);
  return Map.groupBy(rows, ({ source, path }) => `${source} ${path}`);
}

/** @returns false where it is gone already */
export async function deleteMark(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("item_marks")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the marks of pages of these sources that are not there any more. Inside the transaction that stores which pages there are. */
export async function deleteMarksOfGonePages(tx: Db, sourceIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("item_marks")
    .where("source_id", "=", anyOf(sourceIds))
    .where(
      sql<boolean>`not exists (select 1 from checked_pages c
        where c.source_id = item_marks.source_id and ${isSamePath(sql.ref("c.path"), sql.ref("item_marks.path"))})`,
    )
    .execute();
}

/** Whether an issue or a request of a project has one of the marks. @param folded as marks are compared */
export const hasMark = (kind: "issue" | "request", projectId: string, folded: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(kind === "issue" ? "issues.id" : "change_requests.id")} in (
    select ${sql.ref(`m.${kind}_id`)} from item_marks m
    where m.project_id = ${projectId} and m.folded = ${anyOf(folded)} and ${sql.ref(`m.${kind}_id`)} is not null)`;

const MAX_VALUES = 100;

/** The marks of a project's issues or requests, the most frequent first, with how many have each. */
export async function countMarks(db: Db, projectId: string, kind: "issue" | "request"): Promise<FacetRow[]> {
  const { rows } = await sql<FacetRow>`
    select min(text) as value, count(*)::int as count from item_marks m
    where project_id = ${projectId} and ${sql.ref(`m.${kind}_id`)} is not null
    group by folded order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db);
  return rows;
}
