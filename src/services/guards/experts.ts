import { boolean, arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";
import { texts, person, place } from "./cards.ts";

/* Fields that the screens access, of people and what they hold. */

const evidence = object({ text: string, href: nullable(string) });

export const experts = arrayOf(
  object({
    person,
    score: number,
    reasons: arrayOf(object({ code: string, points: number, evidence: arrayOf(evidence) })),
    last_active_at: nullable(timestamp),
    presence: string,
    roles: arrayOf(string),
    load: number,
    availability: nullable(object({ busy: arrayOf(object({ start: timestamp, end: timestamp })), as_of: timestamp })),
    deputy: nullable(person),
  }),
);
export const expertContext = object({
  files: arrayOf(place),
  code_owners: arrayOf(
    object({
      repository: string,
      file: string,
      line: number,
      pattern: string,
      files: number,
      owners: arrayOf(object({ text: string, person: nullable(person), rank: nullable(number) })),
      verdict: string,
    }),
  ),
  opted_out: number,
  as_of: nullable(timestamp),
  missing: texts,
});
const holder = object({ person: string, share: number });
export const knowledgeMap = object({
  as_of: nullable(timestamp),
  folders: arrayOf(
    object({
      id: string,
      repository: string,
      path: string,
      files: number,
      holding: string,
      holders: arrayOf(holder),
      left: nullable(holder),
    }),
  ),
  people: arrayOf(object({ id: string, name: string, presence: string, files: number })),
  files: number,
  islands: number,
  orphans: number,
  truck_factor: object({ count: number, people: arrayOf(person) }),
  leaving: nullable(
    object({
      person,
      files: number,
      folders: arrayOf(object({ repository: string, path: string, files: number, next: nullable(person) })),
      issues: number,
      truck_factor: number,
    }),
  ),
});
export const expertPreference = object({ recommended: boolean });
