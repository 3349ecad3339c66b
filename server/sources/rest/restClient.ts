import { sleep } from "../../concurrency.ts";
import type { z } from "zod";
import type { Authorization } from "../egress/Credential.ts";
import { SourceError } from "../SourceError.ts";
import type { ResponseKind } from "../responses/responseLimits.ts";
import { describeFailure } from "../egress/describeFailure.ts";
import type { Egress } from "../egress/egress.ts";
import type { PlainHeaders } from "../egress/plainHeaders.ts";
import { fetchBuffered } from "../egress/bufferedResponse.ts";
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
  /** Milliseconds before the first repetition; the second waits four times as long, the third nine times. */
  readonly retryDelayMs?: number;
  readonly now?: () => number;
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

export interface RestClient {
  readonly api: string;
  readonly context: ProviderErrorContext;
  /**
   * @param path below the API's root (`../` leads out of it), or a whole address that the host gave (a link to the next page)
   * @param answer how large the answer may be
   * @throws SourceError
   */
  get(path: string, answer: ResponseKind, signal: AbortSignal): Promise<RestResponse>;
  post(path: string, body: unknown, answer: ResponseKind, signal: AbortSignal): Promise<RestResponse>;
  /** Reads an answer by its shape. SourceError `bad_answer` when it does not match. */
  read<T>(shape: z.ZodType<T>, data: unknown): T;
}

/**
 * JSON over HTTP as all providers but GitHub are spoken to: through the guarded way out, each answer read to its end, what the host
 * failed at repeated, what it refuses reported as a message. A wait for quota is handed up and not waited for here: it may be an hour.
 */
export function createRestClient(options: RestClientOptions): RestClient {
  const { api, host, provider, egress, retries = 3, retryDelayMs = 1000, now = Date.now } = options;
  let root: string | undefined = options.locate ? undefined : api;
  const strange = (): SourceError => new SourceError("bad_answer", message("host.not_provider", { provider, host }));

  const once = async (
    url: string,
    answer: ResponseKind,
    init: { method: string; body?: string },
    signal: AbortSignal,
  ): Promise<RestResponse> => {
    const response = await fetchBuffered(egress, host, url, answer, {
      ...init,
      headers: {
        accept: "application/json",
        "user-agent": "clew",
        ...(init.body !== undefined && { "content-type": "application/json" }),
        ...options.headers,
      },
      authorization: options.authorization,
      signal,
    });
    const text = await response.text();
    const isSuccess = response.status >= 200 && response.status < 300;
    let data: unknown = text;
    try {
      data = text === "" ? null : JSON.parse(text);
    } catch (error) {
      // A page for people where an answer for programs should be: another kind of host, or a sign-in page in between.
      if (isSuccess) throw strange();
      if (response.status === 404 && /^\s*</.test(text)) {
        throw new SourceError("bad_answer", message("thing.page_missing", { provider, thing: options.thing, host }), {
          cause: error,
        });
      }
    }
    if (!isSuccess) throw restFailure({ status: response.status, headers: response.headers, data }, options, now());
    return { headers: response.headers, data, url, size: text.length };
  };

  const send = async (
    path: string,
    answer: ResponseKind,
    init: { method: string; body?: string },
    signal: AbortSignal,
  ): Promise<RestResponse> => {
    root ??= (await options.locate?.(signal)) ?? api;
    const url = onOrigin(addressOf(path, root), root);
    if (url === null) {
      throw new SourceError("redirect", message("host.redirect_foreign", { host }));
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(url, answer, init, signal);
      } catch (error) {
        const isPassing =
          error instanceof SourceError &&
          (error.code === "host_failure" || error.code === "cut" || error.code === "timeout");
        if (!isPassing || attempt > retries || signal.aborted) throw error;
        await sleep(retryDelayMs * attempt * attempt, signal).catch((reason: unknown) => {
          throw describeFailure(reason, host);
        });
      }
    }
  };

  return {
    api,
    context: options,
    get: (path, answer, signal) => send(path, answer, { method: "GET" }, signal),
    post: (path, body, answer, signal) => send(path, answer, { method: "POST", body: JSON.stringify(body) }, signal),
    read(shape, data) {
      const parsed = shape.safeParse(data);
      if (parsed.success) return parsed.data;
      throw new SourceError("bad_answer", strange().text, { cause: parsed.error });
    },
  };
}

const addressOf = (path: string, root: string): string =>
  /^https?:\/\//i.test(path) ? path : path.startsWith("../") ? new URL(path, `${root}/`).href : `${root}${path}`;

/**
 * The host's way to the next page, from the headers of a list: its link, or the number of the next page where there is no link at all
 * (a proxy may have taken it out). Null at the end.
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

/** A query of what is set. */
export function query(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) search.append(name, String(value));
  }
  return `?${search.toString()}`;
}
