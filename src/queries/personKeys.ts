import { keyOf, project } from "./queryKey.ts";

/** The keys of the people behind a history; apart from the others, which each screen loads. */
export const personKeys = {
  personWork: (slug: string, person: string) => keyOf(project(slug), "personWork", { person }),
  personKnowledge: (slug: string, person: string) => keyOf(project(slug), "personKnowledge", { person }),
  persons: (slug: string, q: string) => keyOf(project(slug), "listPersons", { q }),
} as const;
