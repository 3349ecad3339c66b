import type { Dispatcher } from "undici";
import { MAX_INTERIM } from "./responseLimits.ts";

const KEPT_PREFIX = "kept:";
const isName = (name: Buffer | string | undefined): boolean =>
  /^content-encoding$/i.test(name?.toString("latin1") ?? "");

/** More informational answers than a host may send. */
class TooManyInterimResponsesError extends Error {
  override readonly name = "TooManyInterimResponsesError";
  readonly code = "ERR_TOO_MANY_INTERIM";
}

type Handler = Dispatcher.DispatchHandler;
type Given<Name extends keyof Handler> = Parameters<NonNullable<Handler[Name]>>;

/** Bounds what comes before the body, and hands the body on as it was sent: `fetch` decompresses without a limit. */
class WireHandler implements Handler {
  readonly #next: Handler;
  #interim = 0;

  constructor(next: Handler) {
    this.#next = next;
  }

  onResponseStart(...args: Given<"onResponseStart">): void {
    const [controller, status] = args;
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > MAX_INTERIM)
        controller.abort(new TooManyInterimResponsesError("too many informational answers"));
      return;
    }
    const { rawHeaders } = controller;
    if (Array.isArray(rawHeaders)) {
      controller.rawHeaders = rawHeaders.map((value, at): Buffer => {
        const bytes = typeof value === "string" ? Buffer.from(value, "latin1") : value;
        return at % 2 === 1 && isName(rawHeaders[at - 1])
          ? Buffer.from(`${KEPT_PREFIX}${bytes.toString("latin1").replaceAll(",", "+")}`, "latin1")
          : bytes;
      });
    }
    this.#next.onResponseStart?.(...args);
  }

  onRequestStart(...args: Given<"onRequestStart">): void {
    this.#next.onRequestStart?.(...args);
  }
  onRequestUpgrade(...args: Given<"onRequestUpgrade">): void {
    this.#next.onRequestUpgrade?.(...args);
  }
  onResponseStarted(): void {
    this.#next.onResponseStarted?.();
  }
  onResponseData(...args: Given<"onResponseData">): void {
    this.#next.onResponseData?.(...args);
  }
  onResponseEnd(...args: Given<"onResponseEnd">): void {
    this.#next.onResponseEnd?.(...args);
  }
  onResponseError(...args: Given<"onResponseError">): void {
    this.#next.onResponseError?.(...args);
  }
  onBodySent(...args: Given<"onBodySent">): void {
    this.#next.onBodySent?.(...args);
  }
  onRequestSent(): void {
    this.#next.onRequestSent?.();
  }
}

/** For an Agent: bodies stay compressed, and their codings are in the header in the form that {@link sentEncodings} reads. */
export const keepCompressed: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, new WireHandler(handler));

/** The `content-encoding` that the host sent; null for none. */
export const sentEncodings = (headers: { get(name: string): string | null }): string | null =>
  headers.get("content-encoding")?.replaceAll(KEPT_PREFIX, "").replaceAll("+", ",") ?? null;
