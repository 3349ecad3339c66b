import type { EndpointName } from "../../../contract/endpoints.ts";
import type { Handler, RouteRegistrar } from "../router.ts";
import type { ConcurrencyLimiter } from "./ConcurrencyLimiter.ts";

/**
 * Calls with potentially long answers that run on the event loop, from rows of the database. Calls that open an index run in engine threads,
 * which have a queue of their own (see EnginePool).
 */
const ENGINE_ENDPOINTS: ReadonlySet<EndpointName> = new Set(["listPersons", "mergePersons", "exportAudit"]);

/** Mounts as before; the calls with long answers go through the gate, over HTTP and for agents alike. */
export function limitEngines(mount: RouteRegistrar, gate: ConcurrencyLimiter): RouteRegistrar {
  return (name, handler) => {
    if (!ENGINE_ENDPOINTS.has(name)) {
      mount(name, handler);
      return;
    }
    const limited: Handler<typeof name> = (context) =>
      gate.run(context.user?.id ?? context.address, context.signal, () => handler(context));
    mount(name, limited);
  };
}
