import { list, moment, number, orNull, parts, text, type Shape } from "../answerShape.ts";

/* People, issues, facets, places: common parts of the responses. */

export const texts = list(text);
export const numbers = list(number);
export const person = parts({ id: text, name: text });

export const issueParts = {
  id: text,
  key: text,
  title: text,
  state: text,
  project: text,
  tracker: text,
  url: text,
  author: orNull(person),
  assignees: list(person),
  labels: texts,
  created_at: moment,
  updated_at: moment,
  closed_at: orNull(moment),
  comments: number,
};
export const issueCard = parts(issueParts);
export const facet = parts({ value: text, count: number });
export const facets = (...names: string[]): Shape =>
  parts(Object.fromEntries(names.map((name) => [name, list(facet)])));

export const place = parts({ repository: text, path: text });
export const accuracy = parts({ share: number, baseline: number, cases: number, trained_on: number });
