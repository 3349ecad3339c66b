/**
 * The API's calls without HTTP. Other front ends (the MCP server) call the same handlers behind the same checks of plan, role and input, so
 * their behaviour cannot diverge.
 */
import type { FastifyBaseLogger } from "fastify";
import { endpoints, type AnswerOf, type Endpoint, type EndpointName, type ParamsOf } from "../../contract/endpoints.ts";
import type { Principal } from "../access/sessions/sessions.ts";
import { SerializedAnswer } from "./SerializedAnswer.ts";
import { parseWith } from "./fieldErrors.ts";
import { authorizeCall, type RouteRegistrar } from "./router.ts";

export interface InvokeOptions<N extends EndpointName> {
  readonly user: Principal;
  readonly params: ParamsOf<N>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface Invoker {
  /** Mounts the handler with the router, and keeps it for `invoke`. */
  readonly mount: RouteRegistrar;
  /** @throws ApiError as the call itself would answer it */
  readonly invoke: <N extends EndpointName>(name: N, options: InvokeOptions<N>) => Promise<AnswerOf<N>>;
}

export function createInvoker(mount: RouteRegistrar, log: FastifyBaseLogger): Invoker {
  const handlers = new Map<EndpointName, (context: unknown) => unknown>();
  return {
    mount: (name, handler) => {
      handlers.set(name, handler as (context: unknown) => unknown);
      mount(name, handler);
    },
    invoke: async <N extends EndpointName>(name: N, options: InvokeOptions<N>): Promise<AnswerOf<N>> => {
      const { user, params, query, body, signal } = options;
      const endpoint: Endpoint = endpoints[name];
      const handler = handlers.get(name);
      if (!handler) throw new Error(`${name} has no handler.`);
      authorizeCall(user, name);
      signal.throwIfAborted();
      const answer = await handler({
        user,
        params,
        query: endpoint.query && parseWith(endpoint.query, query ?? {}),
        body: endpoint.body && parseWith(endpoint.body, body ?? {}),
        language: user.language,
        signal,
        address: "",
        userAgent: "",
        keepBrowser: () => null,
        log,
        setHeader: () => undefined,
      });
      if (!(answer instanceof SerializedAnswer)) return answer as AnswerOf<N>;
      // A thread answers a call without a body with no bytes.
      if (endpoint.status === 204) return null as unknown as AnswerOf<N>;
      if (endpoint.type === "application/octet-stream") return answer.bytes as unknown as AnswerOf<N>;
      return (endpoint.type === "text/csv" ? answer.text : answer.parse()) as AnswerOf<N>;
    },
  };
}
