import superagent from "superagent";
import { API_PREFIX, GENERIC_FAILURE } from "../../contract/constants.ts";
import { errorText } from "./errorText.ts";
import { stringify } from "./queryString.ts";
import { err, ok, type ApiError, type Result } from "./result.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Call {
  /** Arrays become repeated keys without brackets; null and undefined are omitted. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  /** The response is the bytes of a file: the answer is a Blob. */
  readonly isFile?: boolean;
  /** Called with the values of a response of lines each time that more of it has arrived. */
  readonly onLines?: ((soFar: readonly unknown[]) => void) | undefined;
}

export interface FailedCall {
  readonly method: Method;
  /** The full address, with the query. */
  readonly url: string;
  readonly error: ApiError;
  /** The token that was sent; null: none. The session may have another one since then. */
  readonly token: string | null;
}

export interface HttpOptions {
  /** Scheme, host and port of the API; empty for the page's own origin. */
  readonly origin: string;
  readonly token: () => string | null;
  /** The language of the page, as a tag: the host uses it for requests without a user. Omitted: the browser sends its own. */
  readonly language?: () => string;
  /** Handles failures (a line in the log, a redirect); set where the app is assembled. */
  readonly onFailure: (failed: FailedCall) => void;
  /**
   * Called with what a response says about the host itself: the version of the app that it serves, and its clock (milliseconds since 1970).
   */
  readonly onResponse?:
    ((headers: { readonly version: string | null; readonly clock: number | null }) => void) | undefined;
  /** Whether the host is reachable, checked when a request got no response. */
  readonly isReachable?: (() => Promise<boolean>) | undefined;
  /** Asks the user for the password, where the host requires it again (428); true when it was correct, and the request is repeated once. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
  /** Validates a response against the contract and throws on a violation; omitted in production. */
  readonly assertResponse?: ((method: Method, path: string, answer: unknown) => Promise<void>) | undefined;
}

export type Http = <T>(method: Method, path: string, call?: Call) => Promise<Result<T>>;

/** The rejection of superagent: an Error with untyped properties. */
interface RawFailure {
  readonly code?: unknown;
  readonly timeout?: unknown;
  readonly parse?: unknown;
  /** Node's form of `parse`: the text that is not JSON. */
  readonly rawResponse?: unknown;
  readonly crossDomain?: unknown;
  readonly status?: unknown;
  readonly response?: {
    readonly body: unknown;
    readonly text?: string;
    readonly type?: string;
    readonly header?: unknown;
  };
  readonly syscall?: unknown;
}

const NETWORK_CODES = /^(?:E[A-Z]+|UND_ERR_.*)$/;

/** The only reader of superagent's properties. An error with none of them is a bug of ours and is rethrown. */
function toApiError(error: unknown): ApiError {
  if (!(error instanceof Error)) throw error;
  const raw = error as Error & RawFailure;
  const nothing = { text: GENERIC_FAILURE, code: null, fields: {}, requestId: null };
  if (raw.code === "ABORTED") return { kind: "aborted", status: null, ...nothing };
  if (raw.parse || raw.rawResponse !== undefined)
    return { kind: "bad_response", status: typeof raw.status === "number" ? raw.status : null, ...nothing };
  if (raw.response && typeof raw.status === "number") {
    const { response } = raw;
    const body: unknown = response.type === "text/html" ? response.text : response.body;
    const header = (response.header ?? {}) as Readonly<Record<string, string | undefined>>;
    const inBody = typeof body === "object" && body !== null && "request_id" in body ? body.request_id : null;
    const requestId = typeof inBody === "string" ? inBody : (header["x-request-id"] ?? null);
    return { kind: "http", status: raw.status, requestId, ...errorText(body) };
  }
  if (raw.crossDomain || raw.timeout || raw.syscall || (typeof raw.code === "string" && NETWORK_CODES.test(raw.code))) {
    return { kind: "network", status: null, ...nothing };
  }
  throw error;
}

/** "Precondition Required": the host accepts this request after the password was entered again. */
const CONFIRM_FIRST = 428;

const withTrailingSlash = (path: string): string => (path.endsWith("/") ? path : `${path}/`);

/** Sends all requests: base path, trailing slash, token, repeated keys, and error handling. */
export const createHttp = ({
  origin,
  token,
  language,
  onFailure,
  onResponse,
  isReachable,
  confirm,
  assertResponse,
}: HttpOptions): Http =>
  async function http<T>(method: Method, path: string, call: Call = {}): Promise<Result<T>> {
    const { query, body, signal, isFile = false, onLines } = call;
    const credential = token();
    const search = query ? stringify(query) : "";
    const url = `${origin}${API_PREFIX}${withTrailingSlash(path)}${search && `?${search}`}`;
    const refuse = (error: ApiError): Result<T> => {
      if (error.kind !== "aborted") onFailure({ method, url, error, token: credential });
      return err(error);
    };
    if (signal?.aborted) return refuse(ABORTED);

    const request = superagent(method, url).accept("json");
    // Another host's CORS policy may reject an unknown header.
    const requestId = origin === "" ? newRequestId() : null;
    if (requestId !== null) void request.set("X-Request-Id", requestId);
    if (credential !== null) void request.set("Authorization", `Token ${credential}`);
    if (language) void request.set("Accept-Language", language());
    if (body !== undefined) void request.send(body);
    if (isFile) void request.responseType("blob");
    if (onLines) reportLines(request, onLines);
    // An aborted request of superagent may never settle, so the signal also ends the wait.
    let abort = (): void => undefined;
    const aborted = new Promise<null>((resolve) => {
      abort = () => {
        request.abort();
        resolve(null);
      };
    });
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const response = await Promise.race([request, aborted]);
      if (response === null) return refuse(ABORTED);
      reportHeaders(response.header, onResponse);
      const answer: unknown =
        response.status === 204
          ? null
          : response.type === "text/csv"
            ? response.text
            : response.type === "application/x-ndjson"
              ? linesOf(response.text)
              : response.body;
      await assertResponse?.(method, withTrailingSlash(path), answer);
      return ok(answer as T);
    } catch (error) {
      const failure = toApiError(isFile ? await withReadBody(error) : error);
      if (failure.status === CONFIRM_FIRST && (await confirm?.()) === true) return await http<T>(method, path, call);
      if (failure.kind === "network" && (await isReachable?.()) === true) {
        return refuse({ ...failure, kind: "blocked", requestId });
      }
      return refuse({ ...failure, requestId: failure.requestId ?? requestId });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };

/** The values of the complete lines; null where one is no JSON. */
function linesOf(text: string): readonly unknown[] | null {
  try {
    return text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .filter((line) => line !== "")
      .map((line): unknown => JSON.parse(line));
  } catch {
    return null;
  }
}

/** In a browser, the event of superagent has the target of that of the request, with the text so far. */
function reportLines(request: superagent.Request, onLines: (soFar: readonly unknown[]) => void): void {
  void request.on("progress", ({ target }: { readonly target?: Partial<XMLHttpRequest> | null }) => {
    if (target?.status !== 200 || typeof target.responseText !== "string") return;
    const lines = linesOf(target.responseText);
    if (lines !== null && lines.length > 0) onLines(lines);
  });
}

/** A refusal of a file is JSON, and the browser was asked for bytes. */
async function withReadBody(error: unknown): Promise<unknown> {
  const body = (error as RawFailure).response?.body;
  if (!(body instanceof Blob)) return error;
  const text = await body.text();
  try {
    const read: unknown = JSON.parse(text);
    return Object.assign(error as Error, { response: { ...(error as RawFailure).response, body: read } });
  } catch {
    return error;
  }
}

/** Request id for the server's log. `crypto.randomUUID` exists in secure contexts only. */
const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function reportHeaders(header: unknown, onAnswer: HttpOptions["onResponse"]): void {
  const { date, "x-clew-app": version } = (header ?? {}) as Readonly<Record<string, string | undefined>>;
  const clock = Date.parse(date ?? "");
  onAnswer?.({ version: version ?? null, clock: Number.isNaN(clock) ? null : clock });
}

const ABORTED: ApiError = {
  kind: "aborted",
  status: null,
  text: GENERIC_FAILURE,
  code: null,
  fields: {},
  requestId: null,
};
