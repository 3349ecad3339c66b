import type { Db } from "../../server/db/openDb.ts";
import type { Work, WorkPage } from "./work.ts";

/** Provider-specific forms of the rows. A kind that is left out does not exist there. */
export interface ProviderForms {
  readonly issues?: {
    readonly key: (work: Work, number: number) => string;
    readonly externalId: (work: Work, issue: Work["issues"][number]) => string;
  };
  readonly requests?: { readonly number: (number: number) => number; readonly countsNoLines?: true };
  readonly pages?: true;
}

/** The statistics of each file, the same at every host that counts lines. */
const FILE_LINES = { additions: 2, deletions: 1 };
const NO_LINES = { additions: null, deletions: null };

const byText = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b));

/** The host's data in the stored form. */
export function heldRows(work: Work, { issues, requests, pages }: ProviderForms) {
  const ours = (issues ? work.issues : [])
    .filter(({ isHidden }) => !isHidden)
    .map((issue) => ({ ...issue, comments: issue.comments.filter(({ hidden }) => !hidden) }));
  const requested = requests ? work.requests : [];
  const key = (number: number): string => issues?.key(work, number) ?? "";
  return {
    issues: ours
      .map((issue) => ({
        external_id: issues?.externalId(work, issue) ?? "",
        key: key(issue.number),
        title: issue.title,
        body: issue.body,
        state: issue.isClosed ? "closed" : "open",
        labels: issue.labels,
        login: issue.author,
        updated_at: new Date(issue.updatedAt),
        comments_count: issue.comments.length,
      }))
      .toSorted(byText),
    assignees: ours
      .flatMap(({ number, assignee }) => (assignee === null ? [] : [{ key: key(number), login: assignee }]))
      .toSorted(byText),
    comments: ours
      .flatMap(({ number, comments }) =>
        comments.map(({ id, body, author }) => ({ key: key(number), external_id: String(id), body, login: author })),
      )
      .toSorted(byText),
    bots: [...new Set(ours.map(({ author }) => author).filter((login) => login.endsWith("bot")))].map((login) => ({
      login,
    })),
    requests: requested
      .map((one) => ({
        number: requests?.number(one.number) ?? 0,
        title: one.title,
        state: one.isMerged ? "merged" : "open",
        source_branch: one.branch,
        merge_hash: one.mergeHash,
        login: one.author,
      }))
      .toSorted(byText),
    reviews: requested
      .map((one) => ({ number: requests?.number(one.number) ?? 0, login: one.reviewer, state: "approved" }))
      .toSorted(byText),
    files: requested
      .flatMap((one) => {
        const lines = requests?.countsNoLines ? NO_LINES : FILE_LINES;
        return one.files.map((path) => ({ number: requests?.number(one.number) ?? 0, path, ...lines }));
      })
      .toSorted(byText),
    pages: (pages ? work.pages.filter((page) => isOpen(work, page)) : [])
      .map((page) => ({
        external_id: String(page.id),
        kind: page.kind ?? "page",
        title: page.title,
        version: page.version,
        parent_external_id: page.parent === null ? null : String(page.parent),
        labels: page.labels,
        attachments: page.attachments,
        body: markdownOf(page),
        login: page.author,
      }))
      .toSorted(byText),
    pageComments: (pages ? work.pages.filter((page) => isOpen(work, page)) : [])
      .flatMap((page) =>
        (page.comments ?? []).map(({ id, author, body, version = 1, quote = null }) => ({
          page: String(page.id),
          external_id: String(id),
          kind: quote === null ? "footer" : "inline",
          quote,
          version,
          body: markdownOf({ body }),
          login: author,
        })),
      )
      .toSorted(byText),
  };
}

/** Whether all users of the wiki may read a page. */
function isOpen({ pages }: Work, page: WorkPage): boolean {
  const seen = new Set<WorkPage>();
  for (let at: WorkPage | undefined = page; at && !seen.has(at); at = pages.find(({ id }) => id === at?.parent)) {
    if ((at.readers?.length ?? 0) > 0) return false;
    seen.add(at);
  }
  return !page.isArchived;
}

/** The few elements that the tests' pages are written with. */
const markdownOf = ({ body }: Pick<WorkPage, "body">): string =>
  body
    .replace(/<h2>(.*?)<\/h2>/, "## $1\n\n")
    .replaceAll(/<\/?strong>/g, "**")
    .replaceAll(/<\/?p>/g, "")
    .replaceAll("&amp;", "&");

/** What is stored, in the same form. */
export async function storedRows(db: Db): Promise<ReturnType<typeof heldRows>> {
  const issues = await db
    .selectFrom("issues")
    .leftJoin("accounts", "accounts.id", "issues.author_id")
    .select([
      "issues.external_id",
      "key",
      "title",
      "body",
      "state",
      "labels",
      "login",
      "issues.updated_at",
      "comments_count",
    ])
    .execute();
  const assignees = await db
    .selectFrom("issue_assignees")
    .innerJoin("issues", "issues.id", "issue_assignees.issue_id")
    .innerJoin("accounts", "accounts.id", "issue_assignees.account_id")
    .select(["key", "login"])
    .execute();
  const comments = await db
    .selectFrom("issue_comments")
    .innerJoin("issues", "issues.id", "issue_comments.issue_id")
    .leftJoin("accounts", "accounts.id", "issue_comments.author_id")
    .select(["key", "issue_comments.external_id", "issue_comments.body", "login"])
    .execute();
  const bots = await db.selectFrom("accounts").select("login").where("is_bot", "=", true).execute();
  const requests = await db
    .selectFrom("change_requests")
    .leftJoin("accounts", "accounts.id", "change_requests.author_id")
    .select(["number", "title", "state", "source_branch", "merge_hash", "login"])
    .execute();
  const reviews = await db
    .selectFrom("request_reviews")
    .innerJoin("change_requests", "change_requests.id", "request_reviews.request_id")
    .leftJoin("accounts", "accounts.id", "request_reviews.account_id")
    .select(["number", "login", "request_reviews.state"])
    .execute();
  const files = await db
    .selectFrom("request_files")
    .innerJoin("change_requests", "change_requests.id", "request_files.request_id")
    .select(["number", "path", "additions", "deletions"])
    .execute();
  const pages = await db
    .selectFrom("pages")
    .leftJoin("accounts", "accounts.id", "pages.author_id")
    .select([
      "pages.external_id",
      "pages.kind",
      "title",
      "version",
      "parent_external_id",
      "labels",
      "attachments",
      "body",
      "login",
    ])
    .execute();
  const pageComments = await db
    .selectFrom("page_comments")
    .innerJoin("pages", "pages.id", "page_comments.page_id")
    .leftJoin("accounts", "accounts.id", "page_comments.author_id")
    .select([
      "pages.external_id as page",
      "page_comments.external_id",
      "page_comments.kind",
      "quote",
      "page_comments.version",
      "page_comments.body",
      "login",
    ])
    .execute();
  const rows = { issues, assignees, comments, bots, requests, reviews, files, pages, pageComments };
  for (const list of Object.values(rows)) list.sort(byText);
  return rows as ReturnType<typeof heldRows>;
}

/** Our own ids of what is stored: a rewritten row has another. */
export async function storedIds(db: Db): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const table of ["issues", "issue_comments", "change_requests", "pages"] as const) {
    for (const { id } of await db.selectFrom(table).select("id").orderBy("id").execute()) ids.push(`${table} ${id}`);
  }
  return ids;
}
