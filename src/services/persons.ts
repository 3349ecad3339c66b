import type { PersonMerge, ProjectPerson } from "../../contract/persons.ts";
import { validate } from "./responseGuard.ts";
import type { Http } from "./http.ts";
import * as shapes from "./guards/persons.ts";

/** The people behind the accounts and commits of a project, and corrections of wrong merges. */
export const createPersonsService = (http: Http) => ({
  list: (slug: string, q: string, signal?: AbortSignal) =>
    validate(
      shapes.persons,
      http<ProjectPerson[]>("GET", "persons", { query: { project: slug, ...(q !== "" && { q }) }, signal }),
    ),
  /** Merges these identities into one person; a single one is split off from what the rules would join it with. */
  merge: (slug: string, name: string, identities: readonly string[]) =>
    validate(
      shapes.personMerge,
      http<PersonMerge>("POST", "persons/merges", { body: { project: slug, name, identities } }),
    ),
  undo: (mergeId: string) => http<null>("DELETE", `persons/merges/${encodeURIComponent(mergeId)}`),
});
export type PersonsService = ReturnType<typeof createPersonsService>;
