import { FIRST_STEPS } from "../../../contract/constants.ts";
import type { EndpointName } from "../../../contract/endpoints.ts";
import type { FirstSteps } from "../../../contract/access/users.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { findFirstSteps, updateFirstSearch } from "../../db/tables/accounts/firstSteps.ts";
import type { Handler, RouteRegistrar } from "../../http/router.ts";

/** @returns null when all is done, when the caller has hidden them, and for members who may link nothing */
export async function readFirstSteps(db: Db, caller: Pick<Principal, "id">): Promise<FirstSteps | null> {
  const firstSteps = await findFirstSteps(db, caller.id);
  if (!firstSteps || (firstSteps.is_member && !firstSteps.is_manager)) return null;
  const steps = FIRST_STEPS.map((name) => ({ name, done: Boolean(firstSteps[name]) }));
  return steps.every(({ done }) => done) ? null : steps;
}

const SEARCHES: ReadonlySet<string> = new Set<EndpointName>(["searchProject", "searchAll"]);
/** Users of this process whose first search is stored; a bound for memory, since storing it again changes nothing. */
const MAX_KNOWN = 10_000;

/** Mounts each handler; a user's first search is stored once it was answered. */
export function recordFirstSearch(
  mount: RouteRegistrar,
  { db, inBackground }: { readonly db: Db; readonly inBackground: (work: () => Promise<void>) => void },
): RouteRegistrar {
  const finished = new Set<string>();
  const record = (userId: string): void => {
    if (finished.has(userId)) return;
    if (finished.size >= MAX_KNOWN) finished.clear();
    finished.add(userId);
    inBackground(() => updateFirstSearch(db, userId, new Date()));
  };
  return (name, handler) => {
    if (!SEARCHES.has(name)) {
      mount(name, handler);
      return;
    }
    const recorded: Handler<typeof name> = async (context) => {
      const answer = await handler(context);
      if (context.user) record(context.user.id);
      return answer;
    };
    mount(name, recorded);
  };
}
