import type { QueryMistake } from "../../../../contract/query/queryNodes.ts";
import type { SearchMistake } from "../../../../contract/search/search.ts";

const SENTENCES: Readonly<Record<QueryMistake["code"], (mistake: QueryMistake) => string>> = {
  unclosedQuote: () => "This quotation mark is never closed.",
  unclosedRegex: () => "This regular expression is never closed.",
  badRegex: () => "This regular expression is not valid; its words are searched.",
  unclosedParenthesis: () => "This parenthesis is never closed.",
  extraParenthesis: () => "This parenthesis closes nothing.",
  unknownFilter: ({ found: text, fix }) => `There is no filter ${text} Did you mean ${fix ?? ""}?`,
  unknownValue: ({ found: text, fix }) => `Nothing has ${text}.${fix === null ? "" : ` Did you mean ${fix}?`}`,
  badDate: ({ found: text }) => `${text} is no date. Write 2026, 2026-03, 2026-03-31, 7d, 2w, 6m or 1y.`,
  emptyFilter: ({ found: text }) => `${text} needs a value right behind it.`,
  danglingOperator: ({ found: text }) => `${text} needs a term on both sides, and one is missing.`,
  tooLong: () => "The query is too long; what follows here was left out.",
};

/** A mistake with its sentence in English; the app translates it by its code. */
export const worded = (mistake: QueryMistake): SearchMistake => ({
  code: mistake.code,
  at: mistake.at,
  end: mistake.end,
  found: mistake.found,
  fix: mistake.fix,
  detail: SENTENCES[mistake.code](mistake),
});
