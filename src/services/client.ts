import type { CallAnswer, CallArguments, CallOptions, FileEndpoint, LineEndpoint } from "../../contract/callTypes.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import type { Http, Method } from "./http.ts";
import { badResponse, parseWith } from "./parseResponse.ts";
import { ok, type Result } from "./result.ts";

declare const name: unique symbol;
/** `METHOD path/` with `:name` parameters: an export of `virtual:endpoints`. */
export type EndpointPath<N extends EndpointName> = string & { readonly [name]: N };

/** Calls endpoints of the contract. Failures of the host are results and never thrown. */
export interface Client {
  /**
   * The response as the contract describes it; any other is the failure `bad_response`, and so is one without its guard, when the file of
   * the guards cannot be loaded.
   */
  readonly call: <N extends EndpointName>(
    endpoint: EndpointPath<N>,
    ...options: CallArguments<N>
  ) => Promise<Result<CallAnswer<N>>>;
  /**
   * The response as `read` converts it, for calls of the specification: its hosts may omit what the contract adds.
   * @param read returns null for a response that cannot be converted, which is the failure `bad_response`
   */
  readonly read: <N extends EndpointName, T>(
    endpoint: EndpointPath<N>,
    options: CallOptions<N>,
    read: (answer: unknown) => T | null,
  ) => Promise<Result<T>>;
  /**
   * The lines of a response that is sent while it is made, as they are described by the contract. `onLines` gets those that have arrived, each time that there
   * are more.
   */
  readonly lines: <N extends LineEndpoint>(
    endpoint: EndpointPath<N>,
    options: CallOptions<N>,
    onLines: (lines: CallAnswer<N>) => void,
  ) => Promise<Result<CallAnswer<N>>>;
  /** The bytes of a file. */
  readonly download: <N extends FileEndpoint>(
    endpoint: EndpointPath<N>,
    options: CallOptions<N>,
  ) => Promise<Result<Blob>>;
  /** For calls whose response is empty or not used. */
  readonly send: <N extends EndpointName>(
    endpoint: EndpointPath<N>,
    ...options: CallArguments<N>
  ) => Promise<Result<null>>;
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  readonly onLines?: (lines: readonly unknown[]) => void;
}

export function createClient(http: Http): Client {
  const request = <T = unknown>(endpoint: string, options: object = {}) => {
    const { params, ...call }: Parts = options;
    const [method = "", path = ""] = endpoint.split(" ");
    return http<T>(
      method as Method,
      path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? "")),
      call,
    );
  };
  // Not part of the first load, whose calls have no guards.
  const loadGuards = () =>
    import("virtual:guards").then(
      (module) => module.default,
      () => null,
    );
  return {
    call: async <N extends EndpointName>(endpoint: EndpointPath<N>, ...[options]: CallArguments<N>) => {
      const [guards, result] = await Promise.all([loadGuards(), request(endpoint, options)]);
      if (!result.success) return result;
      return guards?.[endpoint]?.(result.data) === true ? ok(result.data as CallAnswer<N>) : badResponse();
    },
    lines: async <N extends LineEndpoint>(
      endpoint: EndpointPath<N>,
      options: CallOptions<N>,
      onLines: (lines: CallAnswer<N>) => void,
    ) => {
      const guards = await loadGuards();
      const isValid = (lines: unknown): lines is CallAnswer<N> => guards?.[endpoint]?.(lines) === true;
      const result = await request(endpoint, {
        ...options,
        onLines: (lines: unknown) => {
          if (isValid(lines)) onLines(lines);
        },
      });
      if (!result.success) return result;
      return isValid(result.data) ? ok(result.data) : badResponse();
    },
    read: async (endpoint, options, read) => parseWith(await request(endpoint, options), read),
    download: (endpoint, options) => request<Blob>(endpoint, { ...options, isFile: true }),
    send: async (endpoint, ...[options]) => {
      const result = await request(endpoint, options);
      return result.success ? ok(null) : result;
    },
  };
}
