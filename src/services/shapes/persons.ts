import { flag, list, orNull, parts, text } from "../answerShape.ts";

/* Fields that the screen accesses, of the people behind accounts and commits. */

export const persons = list(
  parts({
    name: text,
    email: orNull(text),
    is_bot: flag,
    is_settled: flag,
    merge: orNull(text),
    identities: list(parts({ key: text, label: text })),
  }),
);
export const personMerge = parts({ id: text, name: text });
