import { arrayOf, timestamp, number, nullable, object, string, type Guard } from "../responseGuard.ts";

/* People, issues, facets, places: common parts of the responses. */

export const texts = arrayOf(string);
export const numbers = arrayOf(number);
export const person = object({ id: string, name: string });

export const issueParts = {
  id: string,
  key: string,
  title: string,
  state: string,
  project: string,
  tracker: string,
  url: string,
  author: nullable(person),
  assignees: arrayOf(person),
  labels: texts,
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: nullable(timestamp),
  comments: number,
};
export const issueCard = object(issueParts);
export const facet = object({ value: string, count: number });
export const facets = (...names: string[]): Guard =>
  object(Object.fromEntries(names.map((name) => [name, arrayOf(facet)])));

export const place = object({ repository: string, path: string });
export const accuracy = object({ share: number, baseline: number, cases: number, trained_on: number });
