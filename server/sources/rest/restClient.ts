import { sleep } from "../../concurrency.ts";
import { type z, ZodError } from "zod";
import type { Authorization } from "../egress/Credential.ts";
import { SourceError, type SourceErrorCode } from "../SourceError.ts";
import type { ResponseKind } from "../responses/responseLimits.ts";
import { describeFailure } from "../egress/describeFailure.ts";
import type { Egress } from "../egress/egress.ts";
import type { PlainHeaders } from "../egress/plainHeaders.ts";
import { fetchBuffered } from "../egress/bufferedResponse.ts";
import type { OnSkipped } from "../connector/connectorTypes.ts";
import { readHostRows } from "./hostRows.ts";
import { linkTo, onOrigin } from "./links.ts";
import { type ProviderErrorContext, restFailure } from "./restFailure.ts";
import { message } from "../../messages/messages.ts";

export interface RestClientOptions extends ProviderErrorContext {
  /** Root of the API, without a slash at the end. */
  readonly api: string;
  readonly authorization: Authorization | null;
  /** In addition to the headers of every request. */
  readonly headers?: PlainHeaders;
  readonly egress: Pick<Egress, "fetch">;
  /** Maximum number of retries of a request that failed at the host. */
  readonly retries?: number;
  /** Backoff in milliseconds before the first retry; the second waits four times as long, the third nine times. */
  readonly retryDelayMs?: number;
  readonly now?: () => number;
  readonly onSkipped?: OnSkipped;
  /** Finds the API's root before the first request, where the credential requires another one than the address. */
  readonly locate?: ((signal: AbortSignal) => Promise<string>) | undefined;
}

export interface RestResponse {
  readonly headers: { get(name: string): string | null };
  readonly data: unknown;
  /** The requested URL. */
  readonly url: string;
  /** Characters of the body. */
  readonly size: number;
}

interface RestRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: string;
  /** The kind of answer, which limits its size. */
  readonly answer: ResponseKind;
  readonly signal: AbortSignal;
}

/** Failures that may be gone at the next attempt. */
const TRANSIENT: ReadonlySet<SourceErrorCode> = new Set(["host_failure", "cut", "timeout"]);

/**
 * The JSON client of every provider except GitHub. Responses are read to their end, transient failures are retried, and refusals become
 * messages. It does not wait for a rate limit, which may last an hour: the caller decides.
 */
export class RestClient {
  readonly api: string;
  readonly context: ProviderErrorContext;
  readonly #options: RestClientOptions;
  #root: string | undefined;

  constructor(options: RestClientOptions) {
    this.api = options.api;
    this.context = options;
    this.#options = options;
    this.#root = options.locate ? undefined : options.api;
  }

  /**
   * @param path below the API's root (`../` leads out of it), or a whole address that the host gave (a link to the next page)
   * @param answer how large the answer may be
   * @throws SourceError
   */
  get(path: string, answer: ResponseKind, signal: AbortSignal): Promise<RestResponse> {
    return this.#send(path, { method: "GET", answer, signal });
  }

  post(path: string, body: unknown, answer: ResponseKind, signal: AbortSignal): Promise<RestResponse> {
    return this.#send(path, { method: "POST", body: JSON.stringify(body), answer, signal });
  }

  /** A change, which is sent once: whether one whose answer was lost has arrived must be found out first. */
  change(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body: unknown,
    answer: ResponseKind,
    signal: AbortSignal,
  ): Promise<RestResponse> {
    const request = { method, answer, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return this.#send(path, request, 0);
  }

  /** Reads an answer by its shape. @throws SourceError `bad_answer` when it does not match */
  read<T>(shape: z.ZodType<T>, data: unknown): T {
    const parsed = shape.safeParse(data);
    if (parsed.success) return parsed.data;
    throw this.#notProvider(parsed.error);
  }

  /** Reads the rows of a list; malformed ones are skipped. @throws SourceError `bad_answer` for what is no list of the provider */
  rows<T>(shape: z.ZodType<T>, data: unknown, onSkipped = this.#options.onSkipped): T[] {
    try {
      return readHostRows(shape, data, onSkipped);
    } catch (error) {
      throw error instanceof ZodError ? this.#notProvider(error) : error;
    }
  }

  async #send(path: string, request: RestRequest, retries = this.#options.retries ?? 3): Promise<RestResponse> {
    const { api, host, locate, retryDelayMs = 1000 } = this.#options;
    const { signal } = request;
    this.#root ??= (await locate?.(signal)) ?? api;
    const url = onOrigin(addressOf(path, this.#root), this.#root);
    if (url === null) throw new SourceError("redirect", message("host.redirect_foreign", { host }));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(url, request);
      } catch (error) {
        const isTransient = error instanceof SourceError && TRANSIENT.has(error.code);
        if (!isTransient || attempt > retries || signal.aborted) throw error;
        await sleep(retryDelayMs * attempt * attempt, signal).catch((reason: unknown) => {
          throw describeFailure(reason, host);
        });
      }
    }
  }

  async #sendOnce(url: string, { method, body, answer, signal }: RestRequest): Promise<RestResponse> {
    const { egress, host, headers, authorization, now = Date.now } = this.#options;
    const call = { host, url, answer };
    const response = await fetchBuffered(egress, call, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        accept: "application/json",
        "user-agent": "clew",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      authorization,
      signal,
    });
    const text = await response.text();
    const data = this.#parse(text, response.status);
    if (!isSuccess(response.status))
      throw restFailure({ status: response.status, headers: response.headers, data }, this.#options, now());
    return { headers: response.headers, data, url, size: text.length };
  }

  /** The text itself where a failed request is not answered with JSON. */
  #parse(text: string, status: number): unknown {
    try {
      return text === "" ? null : JSON.parse(text);
    } catch (cause) {
      // A web page instead of JSON: another kind of host, or a sign-in page of a proxy.
      if (isSuccess(status)) throw this.#notProvider();
      const { provider, thing, host } = this.#options;
      if (status === 404 && /^\s*</.test(text))
        throw new SourceError("bad_answer", message("thing.page_missing", { provider, thing, host }), { cause });
      return text;
    }
  }

  #notProvider(cause?: unknown): SourceError {
    const { provider, host } = this.#options;
    return new SourceError("bad_answer", message("host.not_provider", { provider, host }), { cause });
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const addressOf = (path: string, root: string): string =>
  /^https?:\/\//i.test(path) ? path : path.startsWith("../") ? new URL(path, `${root}/`).href : `${root}${path}`;

/**
 * The address of the next page of a list, from its headers: the link, or the number of the page where there is no link (a proxy may have
 * removed it). Null at the end.
 */
export function nextOf({ headers, url }: Pick<RestResponse, "headers" | "url">): string | null {
  const links = headers.get("link");
  if (links !== null && links.trim() !== "") return linkTo("next", links, url);
  const page = headers.get("x-next-page")?.trim();
  if (!page || !/^\d+$/.test(page)) return null;
  const next = new URL(url);
  next.searchParams.set("page", page);
  return next.href;
}

/** A query string of the values that are set. */
export function query(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) search.append(name, String(value));
  }
  return `?${search.toString()}`;
}
