import { DAY_SECONDS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import type { QuestionFile } from "../../engines/experts/features.ts";
import { accountKey } from "../../engines/experts/knownIdentities.ts";
import type { PeopleTable } from "../../engines/experts/peopleTable.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";

/** What hosts and wikis know about people for some files, beyond the history: reviews of requests, and pages that name a file. */
export interface PlaceKnowledge {
  readonly reviews: ReadonlyMap<number, number>;
  readonly pages: ReadonlyMap<number, number>;
  /** By person, what weighs most first, three at most. */
  readonly reviewsOf: ReadonlyMap<number, readonly Named[]>;
  readonly pagesOf: ReadonlyMap<number, readonly Named[]>;
}
interface Named {
  readonly text: string;
  readonly href: string;
}

export const NO_PLACE: PlaceKnowledge = {
  reviews: new Map(),
  pages: new Map(),
  reviewsOf: new Map(),
  pagesOf: new Map(),
};

const FILES = 50;
const NEWEST = 400;
const HALF_LIFE_SECONDS = 180 * DAY_SECONDS;
const MAX_EVIDENCE = 3;
/** Approving or requesting changes implies that the code was read; a comment may be a passing one. */
const STATE_SHARE: Readonly<Record<string, number>> = { approved: 1, changes_requested: 1, commented: 0.5 };

/** Programs and people who never committed count for nothing here. */
export async function placeKnowledge(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  table: PeopleTable,
  files: readonly QuestionFile[],
): Promise<PlaceKnowledge> {
  const weights = new Map(
    files
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, FILES)
      .flatMap(({ member, file, weight }) => {
        const path = index.code[member]?.files.path(file);
        return path === undefined ? [] : [[path, weight] as const];
      }),
  );
  if (weights.size === 0) return NO_PLACE;
  const paths = [...weights.keys()];
  const [reviews, pages] = await Promise.all([
    reviewsOfPaths(db, projectId, paths),
    pagesOfPaths(db, projectId, paths),
  ]);
  const gather = (rows: readonly (DeedRow & { share: number })[]) => {
    const amounts = new Map<number, number>();
    const best = new Map<number, (Named & { amount: number })[]>();
    for (const row of rows) {
      const person = table.find({ ...row, key: accountKey(row.person_id) });
      if (person < 0 || table.people[person]?.isBot !== false) continue;
      const age = Math.max(0, table.now - row.at.getTime() / 1000);
      const amount = row.share * (weights.get(row.path) ?? 0) * 2 ** (-age / HALF_LIFE_SECONDS);
      amounts.set(person, (amounts.get(person) ?? 0) + amount);
      const own = best.get(person) ?? [];
      best.set(person, own);
      if (!own.some(({ href }) => href === row.url)) own.push({ text: row.title, href: row.url, amount });
    }
    const shown = new Map(
      [...best].map(([person, own]) => [
        person,
        own
          .sort((a, b) => b.amount - a.amount)
          .slice(0, MAX_EVIDENCE)
          .map(({ text, href }) => ({ text, href })),
      ]),
    );
    return { amounts, shown };
  };
  const reviewed = gather(reviews.map((row) => ({ ...row, share: STATE_SHARE[row.state] ?? 0 })));
  const written = gather(pages.map((row) => ({ ...row, share: 1 })));
  return { reviews: reviewed.amounts, reviewsOf: reviewed.shown, pages: written.amounts, pagesOf: written.shown };
}

interface DeedRow {
  readonly path: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
  readonly person_id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
}

async function reviewsOfPaths(
  db: Db,
  projectId: string,
  paths: readonly string[],
): Promise<(DeedRow & { state: string })[]> {
  const rows = await db
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
    .where("request_files.path", "in", paths)
    .where("people.is_bot", "=", false)
    .where((where) =>
      // A review of one's own request does not count.
      where.or([
        where("change_requests.author_id", "is", null),
        where("change_requests.author_id", "!=", where.ref("request_reviews.person_id")),
      ]),
    )
    .orderBy("request_reviews.submitted_at", "desc")
    .limit(NEWEST)
    .execute();
  return rows.map(({ key, title, ...row }) => ({ ...row, title: `${key} ${title}` }));
}

function pagesOfPaths(db: Db, projectId: string, paths: readonly string[]): Promise<DeedRow[]> {
  return db
    .selectFrom("page_paths")
    .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
    .innerJoin("pages", "pages.id", "page_paths.page_id")
    .innerJoin("people", "people.id", "pages.author_id")
    .select([
      "git_paths.path",
      "pages.title",
      "pages.url",
      "pages.updated_at as at",
      "people.id as person_id",
      "people.login",
      "people.name",
      "people.email",
    ])
    .where("pages.project_id", "=", projectId)
    .where("git_paths.path", "in", paths)
    .where("people.is_bot", "=", false)
    .orderBy("pages.updated_at", "desc")
    .limit(NEWEST)
    .execute();
}
