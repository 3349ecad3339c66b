import { secondsOf } from "../../../contract/durations.ts";
import type { ContributionRow } from "../../db/tables/requests/requestReviews.ts";
import { decayOf } from "./decay.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";
import type { QuestionFile } from "./personValues.ts";
import { accountKey } from "../identities/knownIdentities.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

/** Evidence from hosts and wikis about people for some files, beyond the history: reviews of requests, and pages that name a file. */
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

const MAX_FILES = 50;
/** Maximum number of reviews, and of pages, that are read: the newest. */
export const MAX_PLACE_ROWS = 400;
const MAX_EVIDENCE = 3;
/** Approving or requesting changes implies that the code was read; a comment may be a passing one. */
const STATE_SHARE: Readonly<Record<string, number>> = {
  approved: EXPERT_CONSTANTS.reviewWithVerdict.value,
  changes_requested: EXPERT_CONSTANTS.reviewWithVerdict.value,
  commented: EXPERT_CONSTANTS.reviewWithComment.value,
};

/** The weights of the files that matter most to a question, by path. */
export function pathWeights(index: OpenedIndex, files: readonly QuestionFile[]): ReadonlyMap<string, number> {
  return new Map(
    files
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, MAX_FILES)
      .flatMap(({ member, file, weight }) => {
        const path = index.code[member]?.files.path(file);
        return path === undefined ? [] : [[path, weight] as const];
      }),
  );
}

/** What is stored about these paths, the newest first. */
export interface PlaceRows {
  readonly reviews: readonly (ContributionRow & { readonly key: string; readonly state: string })[];
  readonly pages: readonly (ContributionRow & { readonly share: number })[];
}

/** Programs and people who never committed count for nothing here. */
export function placeKnowledge(
  table: PeopleTable,
  weights: ReadonlyMap<string, number>,
  { reviews, pages }: PlaceRows,
): PlaceKnowledge {
  const gather = (rows: readonly (ContributionRow & { share: number })[]) => {
    const amounts = new Map<number, number>();
    const best = new Map<number, (Named & { amount: number })[]>();
    for (const row of rows) {
      const person = table.find({ ...row, key: accountKey(row.account_id) });
      if (person < 0 || table.people[person]?.isBot !== false) continue;
      const age = Math.max(0, table.nowSeconds - secondsOf(row.at.getTime()));
      const amount = row.share * (weights.get(row.path) ?? 0) * decayOf(age);
      amounts.set(person, (amounts.get(person) ?? 0) + amount);
      const evidence = best.get(person) ?? [];
      best.set(person, evidence);
      if (!evidence.some(({ href }) => href === row.url)) evidence.push({ text: row.title, href: row.url, amount });
    }
    const shown = new Map(
      [...best].map(([person, evidence]) => [
        person,
        evidence
          .sort((a, b) => b.amount - a.amount)
          .slice(0, MAX_EVIDENCE)
          .map(({ text, href }) => ({ text, href })),
      ]),
    );
    return { amounts, shown };
  };
  const reviewed = gather(
    reviews.map(({ key, title, ...row }) => ({
      ...row,
      title: `${key} ${title}`,
      share: STATE_SHARE[row.state] ?? 0,
    })),
  );
  const written = gather(pages);
  return { reviews: reviewed.amounts, reviewsOf: reviewed.shown, pages: written.amounts, pagesOf: written.shown };
}
