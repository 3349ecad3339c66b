import { type Insertable, sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { ReleasesTable } from "../../schema/requestSchema.ts";
import { lookUpInBatches, type Micros, micros, NEWLINE, readTextRows, TAB } from "../pages/textPages.ts";

export const listReleaseIds = (db: Db, sourceId: string) =>
  db.selectFrom("releases").select(["id", "external_id"]).where("source_id", "=", sourceId).execute();

export async function deleteReleases(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("releases")
    .where("id", "in", [...ids])
    .execute();
}

/** Stores releases by the provider's id: one that is stored keeps its own id and gets everything else. */
export async function upsertReleases(db: Db, rows: readonly Insertable<ReleasesTable>[]): Promise<void> {
  await insertRows(db, "releases", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: ["tag", "name", "body", "url", "author_id", "is_prerelease", "created_at", "published_at"],
    },
  });
}

/** Releases of a project with one of these tags. */
export async function listReleasesByTags(db: Db, projectId: string, tags: readonly string[]) {
  if (tags.length === 0) return [];
  return db
    .selectFrom("releases")
    .select(["source_id", "tag", "name", "url"])
    .where("project_id", "=", projectId)
    .where("tag", "in", [...tags])
    .orderBy("id")
    .execute();
}

/**
 * Published releases of projects without previews, the newest first.
 * @param repositories those to choose from; empty: all
 */
export async function listReleasesBetween(
  db: Db,
  { projects, repositories }: { readonly projects: readonly string[]; readonly repositories: readonly string[] },
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
) {
  if (projects.length === 0) return [];
  return db
    .selectFrom("releases")
    .innerJoin("sources", "sources.id", "releases.source_id")
    .select(["releases.id", "releases.tag", "releases.name", "releases.url", "releases.published_at"])
    .select(["releases.project_id", "sources.name as repository"])
    .where("releases.project_id", "in", [...projects])
    .$if(repositories.length > 0, (query) => query.where("releases.source_id", "in", [...repositories]))
    .where("releases.is_prerelease", "=", false)
    .where("releases.published_at", ">=", from)
    .where("releases.published_at", "<", to)
    .orderBy("releases.published_at", "desc")
    .orderBy("releases.id")
    .limit(limit)
    .execute();
}

/** Those of the projects of which a host has published any release, at any time. */
export async function listProjectsWithReleases(db: Db, projects: readonly string[]): Promise<string[]> {
  if (projects.length === 0) return [];
  const rows = await db
    .selectFrom("releases")
    .select("project_id")
    .distinct()
    .where("project_id", "in", [...projects])
    .where("published_at", "is not", null)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

export interface ReleaseFactRow {
  /** For a tag, the hash of its commit. */
  readonly id: string;
  readonly isTag: boolean;
  readonly source: string;
  readonly tag: string;
  /** The account that published it; null of a tag. */
  readonly author: string | null;
  /** For a tag, the time of its commit. */
  readonly publishedAt: Micros;
}

/**
 * What a project has published, the oldest first: releases of its hosts without previews, and where no host has ever published one, the tags
 * whose commits are in the history. Tags of one commit are one, by the longest name: `v1` is moved to the commit of `v1.2.3`.
 */
export const listReleaseFacts = (db: Db, projectId: string): Promise<ReleaseFactRow[]> =>
  readTextRows(
    db,
    sql`
    select string_agg(concat_ws(${TAB}, id, is_tag, source_id, tag, author, published), ${NEWLINE} order by published, source_id, id) as text
    from (
      select r.id, 0 as is_tag, r.source_id, translate(r.tag, ${TAB} || ${NEWLINE}, '  ') as tag, coalesce(r.author_id, '') as author,
        ${micros("r.published_at")} as published
      from releases r where r.project_id = ${projectId} and r.published_at is not null and not r.is_prerelease
      union all
      select * from (
        select distinct on (t.source_id, t.hash) t.hash, 1, t.source_id, translate(t.name, ${TAB} || ${NEWLINE}, '  '), '',
          ${micros("c.committed_at")}
        from sources s join git_tags t on t.source_id = s.id join git_commits c on c.source_id = t.source_id and c.hash = t.hash
        where s.project_id = ${projectId}
          and not exists (select from releases r where r.project_id = ${projectId} and r.published_at is not null)
        order by t.source_id, t.hash, length(t.name) desc, t.name
      ) tagged
    ) published`,
    ([id = "", isTag, source = "", tag = "", author, published]): ReleaseFactRow => ({
      id,
      isTag: isTag === "1",
      source,
      tag,
      author: author || null,
      publishedAt: Number(published),
    }),
  );

/** Titles and addresses of these releases. */
export const listReleaseTitles = (db: Db, ids: readonly string[]) =>
  lookUpInBatches(ids, (batch) =>
    db.selectFrom("releases").select(["id", "tag", "name", "url"]).where("id", "in", batch).execute(),
  );
