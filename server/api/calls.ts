/**
 * The API's calls without HTTP. Other front ends (the MCP server) call the same handlers behind the same checks of plan, role and input, so
 * their behaviour cannot diverge.
 */
import type { FastifyBaseLogger } from "fastify";
import { endpoints, type AnswerOf, type Endpoint, type EndpointName, type ParamsOf } from "../../contract/endpoints.ts";
import type { Caller } from "../access/sessions.ts";
import { parseWith } from "./fieldErrors.ts";
import { admit, type Mount } from "./route.ts";

export interface CallOptions<N extends EndpointName> {
  readonly user: Caller;
  readonly params: ParamsOf<N>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface RecordedCalls {
  /** Mounts as before, and keeps the handler. */
  readonly mount: Mount;
  /** @throws ApiError as the call itself would answer it */
  readonly ask: <N extends EndpointName>(name: N, options: CallOptions<N>) => Promise<AnswerOf<N>>;
}

export function recordCalls(mount: Mount, log: FastifyBaseLogger): RecordedCalls {
  const handlers = new Map<EndpointName, (context: unknown) => unknown>();
  return {
    mount: (name, handler) => {
      handlers.set(name, handler as (context: unknown) => unknown);
      mount(name, handler);
    },
    ask: async <N extends EndpointName>(name: N, options: CallOptions<N>): Promise<AnswerOf<N>> => {
      const { user, params, query, body, signal } = options;
      const endpoint: Endpoint = endpoints[name];
      const handler = handlers.get(name);
      if (!handler) throw new Error(`Nobody answers ${name}.`);
      admit(user, name);
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
        log,
        setHeader: () => undefined,
      });
      return answer as AnswerOf<N>;
    },
  };
}
