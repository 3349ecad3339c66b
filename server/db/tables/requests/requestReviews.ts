import type { Db } from "../../openDb.ts";
import type { AccountsTable } from "../../schema/trackerSchema.ts";

/** A contribution of an account to a file: a review of a request that changes it, or a page that names it. */
export interface ContributionRow extends Pick<AccountsTable, "login" | "name" | "email"> {
  readonly path: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
  readonly account_id: string;
}

/** The newest reviews of requests that change these files, by accounts that are no bots; without those of their authors. */
export const listReviewsOfPaths = (
  db: Db,
  projectId: string,
  paths: readonly string[],
  limit: number,
): Promise<(ContributionRow & { readonly key: string; readonly state: string })[]> =>
  db
    .selectFrom("request_files")
    .innerJoin("change_requests", "change_requests.id", "request_files.request_id")
    .innerJoin("request_reviews", "request_reviews.request_id", "change_requests.id")
    .innerJoin("accounts", "accounts.id", "request_reviews.account_id")
    .select([
      "request_files.path",
      "change_requests.key",
      "change_requests.title",
      "change_requests.url",
      "request_reviews.submitted_at as at",
      "request_reviews.state",
      "accounts.id as account_id",
      "accounts.login",
      "accounts.name",
      "accounts.email",
    ])
    .where("request_files.project_id", "=", projectId)
    .where("request_files.path", "in", [...paths])
    .where("accounts.is_bot", "=", false)
    .where((where) =>
      where.or([
        where("change_requests.author_id", "is", null),
        where("change_requests.author_id", "!=", where.ref("request_reviews.account_id")),
      ]),
    )
    .orderBy("request_reviews.submitted_at", "desc")
    .limit(limit)
    .execute();

/**
 * Open requests of a project or of one source that wait for the review of each account: it was asked, is no author, and has said nothing but
 * comments. Drafts do not wait.
 */
export const countWaitingReviews = (
  db: Db,
  of: { readonly projectId: string } | { readonly sourceId: string },
): Promise<{ readonly account_id: string; readonly waiting: number }[]> =>
  db
    .selectFrom("change_requests")
    .innerJoin("request_accounts", "request_accounts.request_id", "change_requests.id")
    .select(({ fn }) => ["request_accounts.account_id", fn.countAll<number>().as("waiting")])
    .where(
      "projectId" in of ? "change_requests.project_id" : "change_requests.source_id",
      "=",
      "projectId" in of ? of.projectId : of.sourceId,
    )
    .where("change_requests.state", "=", "open")
    .where("change_requests.is_draft", "=", false)
    .where("request_accounts.role", "=", "reviewer")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("request_reviews")
            .select("request_reviews.id")
            .whereRef("request_reviews.request_id", "=", "change_requests.id")
            .whereRef("request_reviews.account_id", "=", "request_accounts.account_id")
            .where("request_reviews.state", "in", ["approved", "changes_requested"]),
        ),
      ),
    )
    .groupBy("request_accounts.account_id")
    .execute();
