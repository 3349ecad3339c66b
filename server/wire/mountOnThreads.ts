import { endpoints } from "../../contract/endpoints.ts";
import type { ComputePrincipal } from "../compute/ComputeBudget.ts";
import type { Handler, RouteRegistrar } from "../http/router.ts";
import { ENGINE_CALLS, type EngineCall, runCall, type TaskTransport } from "./engineTasks.ts";

/** Mounts the calls that open indexes; each is answered in an engine thread by the handler of its name. */
export function mountOnThreads(mount: RouteRegistrar, engines: TaskTransport): void {
  for (const name of ENGINE_CALLS) {
    const isPinned = endpoints[name].runs === "pinned";
    const handler: Handler<EngineCall> = ({ user, params, query, body, language, address, userAgent, signal }) =>
      runCall(
        engines,
        name,
        { user, params, query, body, language, address, userAgent },
        { principal: computePrincipalOf(user), key: keyOf({ user, params, query }), isPinned, signal },
      );
    mount(name, handler);
  }
}

/** To whom the compute time of a user's calls is charged; a user without a company is one of their own. */
export const computePrincipalOf = (user: {
  readonly id: string;
  readonly companyId: string | null;
}): ComputePrincipal => ({
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
