import type { Db } from "../openDb.ts";
import type { PeopleTable } from "../trackerSchema.ts";

/** A contribution of an account to a file: a review of a request that changes it, or a page that names it. */
export interface ContributionRow extends Pick<PeopleTable, "login" | "name" | "email"> {
  readonly path: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
  readonly person_id: string;
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
    .innerJoin("people", "people.id", "request_reviews.person_id")
    .select([
      "request_files.path",
      "change_requests.key",
      "change_requests.title",
      "change_requests.url",
      "request_reviews.submitted_at as at",
      "request_reviews.state",
      "people.id as person_id",
      "people.login",
      "people.name",
      "people.email",
    ])
    .where("change_requests.project_id", "=", projectId)
    .where("request_files.path", "in", [...paths])
    .where("people.is_bot", "=", false)
    .where((where) =>
      where.or([
        where("change_requests.author_id", "is", null),
        where("change_requests.author_id", "!=", where.ref("request_reviews.person_id")),
      ]),
    )
    .orderBy("request_reviews.submitted_at", "desc")
    .limit(limit)
    .execute();
