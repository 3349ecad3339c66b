import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listNewestProjectsOfMember } from "../../db/tables/projectLists.ts";

/** A project that a question over several asks. */
export interface AskedProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Further projects are not even named. */
const MAX_NAMED = 2000;
/** Projects that are searched at the same time for one question. */
const CONCURRENCY = 2;

/** The projects that the caller may read: `first`, then the most recently changed. @param slugs empty: all */
export async function readableProjects(
  db: Db,
  user: Principal,
  slugs: readonly string[],
  first: string | undefined,
): Promise<AskedProject[]> {
  const projects = await listNewestProjectsOfMember(db, user.id, slugs, MAX_NAMED);
  return projects.toSorted((a, b) => Number(b.slug === first) - Number(a.slug === first));
}

/** Works through a list, a few at a time, until the time is up. */
export async function eachWithin<T>(
  list: readonly T[],
  isLate: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list];
  const line = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !isLate(); item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, line));
}
