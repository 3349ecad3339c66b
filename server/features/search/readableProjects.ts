import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listNewestProjectsOfMember } from "../../db/tables/projects/projectLists.ts";

/** A project of a search over several. */
export interface ReadableProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Further projects are not even named. */
const MAX_NAMED = 20_000;

/** The projects that the caller may read: `first`, then the most recently changed. @param slugs empty: all */
export async function readableProjects(
  db: Db,
  user: Principal,
  slugs: readonly string[],
  first: string | undefined,
): Promise<ReadableProject[]> {
  const projects = await listNewestProjectsOfMember(db, user.id, slugs, MAX_NAMED);
  return projects.toSorted((a, b) => Number(b.slug === first) - Number(a.slug === first));
}
