/** Pages of wikis and their known versions as the metrics read them. */
import { sql } from "kysely";
import { CUSTOM_PROVIDER } from "../../../../contract/constants.ts";
import type { Db } from "../../openDb.ts";
import { lookUpInBatches, type Micros, micros, NEWLINE, PAGE_ROWS, readTextRows, TAB, TALLY } from "./textPages.ts";

export interface PageFactRow {
  readonly id: string;
  /** Changes with each value of the row. */
  readonly digest: string;
  readonly source: string;
  readonly externalId: string;
  /** `externalId` of the page above; null at the top of its space. */
  readonly parent: string | null;
  readonly spaceKey: string;
  readonly spaceName: string;
  readonly title: string;
  readonly version: number;
  readonly author: string | null;
  /** JSON. */
  readonly labels: string;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  /** Whether an importer sends the page: number 1 is then the first version that was sent. */
  readonly isPushed: boolean;
}

/** Folders, whiteboards and databases are in the tree of a wiki and no pages that people write. */
const HAS_TEXT = sql`p.kind in ('page', 'blog_post')`;

/** Without tabs and line breaks, which separate the fields and rows of an answer. */
const plain = (column: string) => sql`translate(${sql.ref(column)}, ${TAB} || ${NEWLINE}, '  ')`;
const DIGEST = sql`hashtextextended(concat_ws(${TAB}, p.source_id, p.external_id, p.parent_external_id is null, p.parent_external_id, p.space_key,
  p.space_name, p.title, p.version, coalesce(p.author_id, ''), p.labels::text, ${micros("p.created_at")}, ${micros("p.updated_at")}), 0)`;

/** Detects pages and versions that were added, deleted or changed between two reads. */
export interface PageTally {
  readonly pages: number;
  readonly pageSum: number;
  readonly versions: number;
  /** Each version counts with its number and the remainder of its milliseconds by `TALLY`. */
  readonly versionSum: number;
}

/** The tally of a project's pages. */
export async function findPageTally(db: Db, projectId: string): Promise<PageTally> {
  const { rows } = await sql<PageTally>`
    select * from (
      select count(*)::float8 as pages, coalesce(sum(${DIGEST} % ${sql.lit(TALLY)}), 0)::float8 as "pageSum"
      from pages p where p.project_id = ${projectId} and ${HAS_TEXT}
    ) page, (
      select count(*)::float8 as versions,
        coalesce(sum(v.number + (extract(epoch from v.created_at) * 1000)::bigint % ${sql.lit(TALLY)}), 0)::float8 as "versionSum"
      from page_versions v join pages p on p.id = v.page_id where p.project_id = ${projectId} and ${HAS_TEXT}
    ) version`.execute(db);
  return rows[0] ?? { pages: 0, pageSum: 0, versions: 0, versionSum: 0 };
}

/** All pages of a project, in batches by their ids. */
export async function* listPageFacts(db: Db, projectId: string): AsyncGenerator<PageFactRow[]> {
  for (let after = ""; ;) {
    const batch = await readTextRows(
      db,
      sql`
    select string_agg(concat_ws(${TAB}, id, digest, source_id, external_id, has_parent, parent, space_key, space_name, title, version, author,
      labels, created, updated, pushed), ${NEWLINE} order by id) as text
    from (
      select p.id, ${DIGEST} as digest, p.source_id, ${plain("p.external_id")} as external_id,
        case when p.parent_external_id is null then 0 else 1 end as has_parent,
        coalesce(${plain("p.parent_external_id")}, '') as parent, ${plain("p.space_key")} as space_key,
        ${plain("p.space_name")} as space_name, ${plain("p.title")} as title, p.version, coalesce(p.author_id, '') as author,
        p.labels::text as labels, ${micros("p.created_at")} as created, ${micros("p.updated_at")} as updated,
        case when s.provider = ${CUSTOM_PROVIDER} then 1 else 0 end as pushed
      from pages p join sources s on s.id = p.source_id
      where p.project_id = ${projectId} and p.id > ${after} and ${HAS_TEXT}
      order by p.id limit ${PAGE_ROWS}
    ) page`,
      ([
        id = "",
        digest = "",
        source = "",
        externalId = "",
        hasParent,
        parent = "",
        spaceKey = "",
        spaceName = "",
        title = "",
        version,
        author,
        labels = "[]",
        created,
        updated,
        pushed,
      ]): PageFactRow => ({
        id,
        digest,
        source,
        externalId,
        parent: hasParent === "1" ? parent : null,
        spaceKey,
        spaceName,
        title,
        version: Number(version),
        author: author || null,
        labels,
        createdAt: Number(created),
        updatedAt: Number(updated),
        isPushed: pushed === "1",
      }),
    );
    if (batch.length > 0) yield batch;
    if (batch.length < PAGE_ROWS) return;
    after = batch.at(-1)?.id ?? after;
  }
}

export interface PageVersionRow {
  readonly page: string;
  readonly number: number;
  readonly author: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The known versions of these pages, by page and then by number. */
export const listVersionsOfPages = (db: Db, pages: readonly string[]): Promise<PageVersionRow[]> =>
  lookUpInBatches(pages, (ids) =>
    readTextRows(
      db,
      sql`select string_agg(concat_ws(${TAB}, page_id, number, coalesce(author_id, ''), (extract(epoch from created_at) * 1000)::bigint), ${NEWLINE}
          order by page_id, number) as text
        from page_versions where page_id = any(${ids}::text[])`,
      ([page = "", number, author, at]) => ({ page, number: Number(number), author: author || null, at: Number(at) }),
    ),
  );

/** Titles and addresses of these pages. */
export const listPageTitles = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("pages")
    .select(["id", "title", "url"])
    .where("id", "in", [...ids])
    .execute();
