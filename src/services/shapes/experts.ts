import { flag, list, moment, number, orNull, parts, text } from "../answerShape.ts";
import { texts, person, place } from "./cards.ts";

/* Fields that the screens access, of people and what they hold. */

const evidence = parts({ text, href: orNull(text) });

export const experts = list(
  parts({
    person,
    score: number,
    reasons: list(parts({ code: text, points: number, evidence: list(evidence) })),
    last_active_at: orNull(moment),
    presence: text,
    roles: list(text),
    load: number,
    availability: orNull(parts({ busy: list(parts({ start: moment, end: moment })), as_of: moment })),
    deputy: orNull(person),
  }),
);
export const expertContext = parts({
  files: list(place),
  code_owners: list(
    parts({
      repository: text,
      file: text,
      line: number,
      pattern: text,
      files: number,
      owners: list(parts({ text, person: orNull(person), rank: orNull(number) })),
      verdict: text,
    }),
  ),
  opted_out: number,
  as_of: orNull(moment),
  missing: texts,
});
const holder = parts({ person: text, share: number });
export const knowledgeMap = parts({
  as_of: orNull(moment),
  folders: list(
    parts({
      id: text,
      repository: text,
      path: text,
      files: number,
      holding: text,
      holders: list(holder),
      left: orNull(holder),
    }),
  ),
  people: list(parts({ id: text, name: text, presence: text, files: number })),
  files: number,
  islands: number,
  orphans: number,
  truck_factor: parts({ count: number, people: list(person) }),
  leaving: orNull(
    parts({
      person,
      files: number,
      folders: list(parts({ repository: text, path: text, files: number, next: orNull(person) })),
      issues: number,
      truck_factor: number,
    }),
  ),
});
export const expertPreference = parts({ recommended: flag });
