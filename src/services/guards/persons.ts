import { boolean, arrayOf, nullable, object, string } from "../responseGuard.ts";

/* Fields that the screen accesses, of the people behind accounts and commits. */

export const persons = arrayOf(
  object({
    name: string,
    email: nullable(string),
    is_bot: boolean,
    is_settled: boolean,
    merge: nullable(string),
    identities: arrayOf(object({ key: string, label: string })),
  }),
);
export const personMerge = object({ id: string, name: string });
