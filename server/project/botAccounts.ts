import type { Db } from "../db/openDb.ts";
import { StampedCache, memoize } from "../memoize.ts";
import { projectState } from "./projectState.ts";
import { loadPersons } from "./loadPersons.ts";

/** Projects whose bots are cached. */
const MAX_PROJECTS = 100;
const ACCOUNT = "account:";
const botsOf = memoize((_db: Db) => new StampedCache<readonly string[]>(MAX_PROJECTS));

/** Ids of the accounts of persons that are bots, as Insights leaves them out; loaded once for each state of the project. */
export async function botAccountsOf(db: Db, projectId: string): Promise<readonly string[]> {
  const { stamp } = await projectState(db, projectId);
  return botsOf(db).get(projectId, stamp, async () => {
    const persons = await loadPersons(db, projectId);
    return persons
      .filter(({ isBot }) => isBot)
      .flatMap(({ identities }) =>
        identities.flatMap(({ key }) => (key.startsWith(ACCOUNT) ? [key.slice(ACCOUNT.length)] : [])),
      );
  });
}
