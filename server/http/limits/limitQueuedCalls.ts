import { endpoints } from "../../../contract/endpoints.ts";
import type { Handler, RouteRegistrar } from "../router.ts";
import type { ConcurrencyLimiter } from "./ConcurrencyLimiter.ts";

/**
 * Mounts each handler; those with long answers from rows of the database (`runs: "queue"`) run through the limiter, over HTTP and for agents
 * alike. Calls that open an index run in engine threads, which have a separate queue (see EnginePool).
 */
export function limitQueuedCalls(mount: RouteRegistrar, limiter: ConcurrencyLimiter): RouteRegistrar {
  return (name, handler) => {
    if (endpoints[name].runs !== "queue") {
      mount(name, handler);
      return;
    }
    const limited: Handler<typeof name> = (context) =>
      limiter.run(context.user?.id ?? context.address, context.signal, () => handler(context));
    mount(name, limited);
  };
}
