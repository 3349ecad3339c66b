import type { EndpointName } from "../../../contract/endpoints.ts";
import type { Handler, Mount } from "../route.ts";
import type { Gate } from "./Gate.ts";

/**
 * Calls with potentially long answers that run on the event loop, from rows of the database. Calls that open an index run in engine threads,
 * which have a queue of their own (see EnginePool).
 */
const LONG_ANSWERS: ReadonlySet<EndpointName> = new Set(["listPersons", "mergePersons", "exportAudit"]);

/** Mounts as before; the calls with long answers go through the gate, over HTTP and for agents alike. */
export function limitEngines(mount: Mount, gate: Gate): Mount {
  return (name, handler) => {
    if (!LONG_ANSWERS.has(name)) {
      mount(name, handler);
      return;
    }
    const limited: Handler<typeof name> = (context) =>
      gate.run(context.user?.id ?? context.address, context.signal, () => handler(context));
    mount(name, limited);
  };
}
