import type { Handler, RouteRegistrar, RequestContext } from "../http/router.ts";
import { SerializedAnswer } from "../http/SerializedAnswer.ts";
import type { ComputePrincipal } from "../compute/ComputeLedger.ts";
import { ENGINE_CALLS, type EngineCall, type InnerTasks, PINNED_CALLS } from "./engineCalls.ts";
import type { EnginePool } from "../compute/EnginePool.ts";

/** Mounts the calls that open indexes; each is answered in an engine thread by the handler of its name. */
export function mountOnThreads(mount: RouteRegistrar, pool: Pick<EnginePool, "run">): void {
  for (const name of ENGINE_CALLS) mountOne(mount, pool, name);
}

function mountOne<N extends EngineCall>(mount: RouteRegistrar, pool: Pick<EnginePool, "run">, name: N): void {
  const handler: Handler<N> = async (context) => {
    const { user, params, query, body, language, address, userAgent, signal } = context as RequestContext<EngineCall>;
    const answer = await pool.run(
      name,
      { user, params, query, body, language, address, userAgent },
      {
        principal: principalOf(user),
        key: keyOf({ user, params, query }),
        isPinned: PINNED_CALLS.has(name),
        isSerialized: true,
        signal,
      },
    );
    if (!(answer instanceof Uint8Array)) throw new TypeError(`The answer of ${name} is not serialized.`);
    return new SerializedAnswer(answer);
  };
  mount(name, handler);
}

/** Runs one of the tasks that are no calls. */
export async function runInner<N extends keyof InnerTasks>(
  pool: Pick<EnginePool, "run">,
  name: N,
  given: InnerTasks[N]["given"],
  options: Parameters<EnginePool["run"]>[2],
): Promise<InnerTasks[N]["answer"]> {
  const answer = await pool.run(name, given, options);
  return answer as InnerTasks[N]["answer"];
}

/** To whom the compute time of a user's calls is charged; a user without a company is one of their own. */
export const principalOf = (user: { readonly id: string; readonly companyId: string | null }): ComputePrincipal => ({
  userId: user.id,
  companyId: user.companyId ?? user.id,
});

/** What a call is about: its project, or the company for questions over several. */
function keyOf({
  user,
  params,
  query,
}: {
  readonly user: { readonly id: string; readonly companyId: string | null };
  readonly params: unknown;
  readonly query: unknown;
}): string {
  if (typeof params === "object" && params !== null && "id" in params && typeof params.id === "string")
    return params.id;
  if (typeof query === "object" && query !== null && "project" in query) {
    const { project } = query;
    if (typeof project === "string") return project;
    if (Array.isArray(project) && project.length === 1) return String(project[0]);
  }
  return user.companyId ?? user.id;
}
