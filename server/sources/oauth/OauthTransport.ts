import * as oauth from "oauth4webapi";
import { message } from "../../messages/messages.ts";
import { Authorization } from "../egress/Credential.ts";
import { SourceError } from "../SourceError.ts";
import { fetchBuffered } from "../egress/bufferedResponse.ts";
import type { Egress, EgressRequest } from "../egress/egress.ts";
import { plainHeaders } from "../egress/plainHeaders.ts";
import type { OauthProvider } from "../providers/oauthRegistry.ts";

/** A request as oauth4webapi makes it. */
interface LibraryRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Requests to one provider, through the egress. */
export class OauthTransport {
  readonly #provider: OauthProvider;
  readonly #host: string;
  readonly #egress: Pick<Egress, "fetch">;
  /** What each call of oauth4webapi is given. */
  readonly options;

  constructor(provider: OauthProvider, egress: Pick<Egress, "fetch">) {
    this.#provider = provider;
    this.#host = new URL(provider.token).host;
    this.#egress = egress;
    this.options = {
      [oauth.customFetch]: (url: string, request: LibraryRequest) => this.#fetchForLibrary(url, request),
      // `egress` decides which hosts are allowed over plain http.
      [oauth.allowInsecureRequests]: provider.token.startsWith("http:"),
    };
  }

  /** @returns a response of the platform's own kind, which the library requires */
  async send(
    url: string,
    request: Omit<EgressRequest, "authorization"> & { readonly authorization: Authorization },
  ): Promise<Response> {
    const host = this.#host;
    const { status, headers, ...response } = await fetchBuffered(
      this.#egress,
      { host, url, answer: "account" },
      {
        ...request,
        headers: { ...request.headers, accept: "application/json", "user-agent": "clew" },
      },
    );
    // The platform's responses have no other status.
    if (status < 200 || status > 599) {
      throw new SourceError("host_failure", message("host.failure_status", { host, status }));
    }
    const text = await response.text();
    return new Response([204, 205, 304].includes(status) ? null : text, {
      status,
      headers: [...headers].filter(([header]) => !/^content-(?:encoding|length)$/i.test(header)),
    });
  }

  /** To the provider's endpoints: secrets are in the body, and perhaps in one header. */
  #fetchForLibrary(
    url: string,
    { method, headers: requestHeaders = {}, body, signal }: LibraryRequest,
  ): Promise<Response> {
    const { authorization, ...headers } = requestHeaders;
    return this.send(url, {
      authorization: Authorization.ofOauthClient(this.#provider.origin, authorization),
      headers: plainHeaders(headers),
      ...(method !== undefined && { method }),
      ...(body !== undefined && body !== null && { body: String(body as string | URLSearchParams) }),
      ...(signal && { signal }),
    });
  }
}
