/** Links between issues as trackers have them, from both of their ends. The other issue is one of the same project. */
import { sql } from "kysely";
import { MAX_ISSUE_LINKS } from "../../../../contract/issues/issueWorkflow.ts";
import type { LinkKind } from "../../../../contract/issues/linkKinds.ts";
import type { Db } from "../../openDb.ts";
import type { CardRow } from "./issuePages.ts";

export type LinkedIssue = Pick<CardRow, "id" | "key" | "title" | "state" | "url" | "source_id">;
export type LinkEnd = Pick<CardRow, "id" | "key" | "url" | "source_id"> & { readonly project_id: string };

const LINKED_COLUMNS = ["id", "key", "title", "state", "url", "source_id"] as const;

/** What a comment says counts while its issue is closed as a duplicate, or its last mark is that of one. */
const COUNTS = sql<boolean>`(issue_links.origin in ('issue', 'reference') or coalesce((
  select o.resolution = 'duplicate' from issues o where o.id = issue_links.issue_id), false) or coalesce((
  select e.type = 'marked_as_duplicate' from issue_events e
    where e.issue_id = issue_links.issue_id and e.type in ('marked_as_duplicate', 'unmarked_as_duplicate')
    order by e.created_at desc, length(e.external_id) desc, e.external_id desc limit 1), false))`;

/** The links that an issue itself has, in the tracker's order. */
export const listOwnLinks = (db: Db, issueId: string, kinds?: readonly LinkKind[]) =>
  db
    .selectFrom("issue_links")
    .select(["kind", "name", "other_key", "other_place", "other_title", "other_url"])
    .where("issue_id", "=", issueId)
    .$if(kinds !== undefined, (query) => query.where("kind", "in", [...(kinds ?? [])]))
    .where(COUNTS)
    .orderBy("origin", "desc")
    .orderBy("position")
    .execute();
export type OwnLink = Awaited<ReturnType<typeof listOwnLinks>>[number];

/** The links of other issues of the project to this one, with one more than the bound if there are more. */
export const listLinksTo = (db: Db, { id, project_id, key, url, source_id }: LinkEnd, kinds?: readonly LinkKind[]) =>
  db
    .selectFrom("issue_links")
    .innerJoin("issues", "issues.id", "issue_links.issue_id")
    .select(["issue_links.kind"])
    .select(LINKED_COLUMNS.map((column) => `issues.${column}` as const))
    .where("issue_links.project_id", "=", project_id)
    .where("issue_links.other_key", "=", key)
    .where("issues.project_id", "=", project_id)
    .where("issues.id", "<>", id)
    .$if(kinds !== undefined, (query) => query.where("issue_links.kind", "in", [...(kinds ?? [])]))
    .where((is) =>
      is.or([
        is.and([is("other_place", "is", null), is("issues.source_id", "=", source_id)]),
        is.and([is("other_place", "is not", null), is("other_url", "=", url)]),
      ]),
    )
    .where(COUNTS)
    .orderBy("issues.updated_at", "desc")
    .orderBy("issues.id")
    .limit(MAX_ISSUE_LINKS + 1)
    .execute();

/** The issues of the project that these links lead to, each by its link. */
export async function findLinkedIssues(
  db: Db,
  { project_id, source_id }: LinkEnd,
  links: readonly OwnLink[],
): Promise<ReadonlyMap<OwnLink, LinkedIssue>> {
  if (links.length === 0) return new Map();
  const rows = await db
    .selectFrom("issues")
    .select(LINKED_COLUMNS)
    .where("project_id", "=", project_id)
    .where("key", "in", [...new Set(links.map(({ other_key: key }) => key))])
    .execute();
  const byKey = new Map(rows.map((row) => [`${row.source_id} ${row.key}`, row]));
  const byUrl = new Map(rows.map((row) => [row.url, row]));
  return new Map(
    links.flatMap((link) => {
      const { other_key: key, other_place: place, other_url: url } = link;
      const target = place === null ? byKey.get(`${source_id} ${key}`) : url === null ? undefined : byUrl.get(url);
      return target ? [[link, target] as const] : [];
    }),
  );
}
