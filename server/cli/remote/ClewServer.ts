/** The client of a Clew server's API. Each kind of failure has its own exit status and message. */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { API_PREFIX } from "../../../contract/constants.ts";
import {
  endpoints,
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  type ParamsOf,
} from "../../../contract/endpoints.ts";
import { API_TOKEN_PREFIX } from "../../../contract/access/tokenScopes.ts";
import { ClewImport } from "../../../sdk/clewImport.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import { shown } from "../terminal.ts";

/** Longer than the server takes for anything. */
const TIMEOUT_MS = 120_000;
const AGENT_PREFIX = "clew_mcp_";

/** A token for agents only reads. */
const isAgentToken = (token: string): boolean => token.startsWith(AGENT_PREFIX);
const isPersonalToken = (token: string): boolean => token.startsWith(API_TOKEN_PREFIX);

/** Whether a token was made in the settings: it is sent as `Bearer`, and there is no session. */
export const isMadeToken = (token: string): boolean => isAgentToken(token) || isPersonalToken(token);

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;
interface Call<N extends EndpointName> {
  readonly params?: ParamsOf<N>;
  readonly query?: Query;
  readonly body?: unknown;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** The address of a server as it was typed, without what follows the host's own path. @throws CliError */
export function readServer(address: string): URL {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) {
    throw new CliError(STATUS.usage, `${shown(address)} is no address. Give one such as https://clew.example.`);
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new CliError(STATUS.usage, "A secret does not belong into an address. Use CLEW_TOKEN or clew login.");
  }
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/(?:mcp|api\/v1)$/, "");
  url.search = "";
  url.hash = "";
  return url;
}

/** How a server is named in messages and kept: no slash at the end. */
export const serverAddressOf = (url: URL): string => url.href.replace(/\/$/, "");

export class ClewServer {
  readonly url: URL;
  readonly #token: string | undefined;
  readonly #language: string;

  /** @param language of the server's sentences */
  constructor(url: URL, token: string | undefined, language = "en") {
    this.url = url;
    this.#token = token;
    this.#language = language;
  }

  /** Whether both ask the same server as the same user. */
  isSameAs(other: ClewServer | undefined): boolean {
    return (
      other !== undefined && serverAddressOf(other.url) === serverAddressOf(this.url) && other.#token === this.#token
    );
  }

  /** The server and the user, in a form that shows neither. */
  get fingerprint(): string {
    return createHash("sha256")
      .update(`${serverAddressOf(this.url)}\n${this.#token ?? ""}`)
      .digest("hex");
  }

  get isAgent(): boolean {
    return this.#token !== undefined && isAgentToken(this.#token);
  }

  get isPersonal(): boolean {
    return this.#token !== undefined && isPersonalToken(this.#token);
  }

  /** The client of a custom source. */
  importer(source: string): ClewImport {
    return new ClewImport({ server: serverAddressOf(this.url), source, token: this.#token ?? "" });
  }

  /**
   * Makes a call of the contract.
   * @throws CliError for each refusal and failure, with a status of its kind; the reason of `signal` when that was aborted
   */
  async call<N extends EndpointName>(name: N, { params, query, body, signal }: Call<N> = {}): Promise<AnswerOf<N>> {
    const endpoint = endpoints[name];
    const response = await this.#send(this.#addressOf(name, params, query), endpoint.method, body, signal);
    const answer = await readBody(response);
    signal?.throwIfAborted();
    if (!response.ok) throw this.#refusal(response, answer);
    const schema: z.ZodType | null = endpoint.response;
    if (schema === null) return undefined as AnswerOf<N>;
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data as AnswerOf<N>;
    throw new CliError(
      STATUS.serverFailed,
      `What answers at ${serverAddressOf(this.url)} is no Clew server, or one of another version.`,
    );
  }

  /**
   * The bytes of a call that answers a file, as they arrive. They end with an error where the file was cut off, or nothing comes for
   * a while.
   * @throws CliError for each refusal and failure
   */
  async *download<N extends EndpointName>(
    name: N,
    { params, query, signal }: Pick<Call<N>, "params" | "query" | "signal">,
  ): AsyncGenerator<Uint8Array> {
    const idle = new AbortController();
    const late = setTimeout(() => idle.abort(), TIMEOUT_MS);
    const ends = signal ? AbortSignal.any([signal, idle.signal]) : idle.signal;
    try {
      const response = await this.#send(
        this.#addressOf(name, params, query),
        endpoints[name].method,
        undefined,
        ends,
        null,
      );
      if (!response.ok) throw this.#refusal(response, await readBody(response));
      for await (const part of response.body ?? []) {
        late.refresh();
        yield part;
      }
    } catch (error) {
      if (error instanceof CliError) throw error;
      signal?.throwIfAborted();
      const why = `${serverAddressOf(this.url)} ended before the file was complete (${reasonOf(error)})`;
      throw new CliError(STATUS.unreachable, `The answer of ${why}. Try again.`, { cause: error });
    } finally {
      clearTimeout(late);
    }
  }

  #addressOf<N extends EndpointName>(name: N, params: Call<N>["params"], query: Query = {}): URL {
    const path = endpoints[name].path.replaceAll(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent((params as Readonly<Record<string, string>> | undefined)?.[key] ?? ""),
    );
    const url = new URL(`${serverAddressOf(this.url)}${API_PREFIX}${path}`);
    for (const [key, value] of Object.entries(query)) {
      for (const element of value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [value]) {
        url.searchParams.append(key, String(element));
      }
    }
    return url;
  }

  /** Sends bytes to a call that takes them as they are. @throws CliError */
  async upload<N extends EndpointName>(
    name: N,
    query: Readonly<Record<string, string>>,
    bytes: Uint8Array,
  ): Promise<AnswerOf<N>> {
    const { path, method, response: schema }: Endpoint = endpoints[name];
    const url = new URL(`${serverAddressOf(this.url)}${API_PREFIX}${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.append(key, value);
    const response = await this.#send(url, method, bytes);
    const answer = await readBody(response);
    if (!response.ok) throw this.#refusal(response, answer);
    return schema?.parse(answer) as AnswerOf<N>;
  }

  /** @param late what ends the call by itself; null: `signal` does */
  async #send(
    url: URL,
    method: string,
    body: unknown,
    signal?: AbortSignal,
    late: AbortSignal | null = AbortSignal.timeout(TIMEOUT_MS),
  ): Promise<Response> {
    try {
      return await fetch(url, {
        method,
        // A token is not sent to another server.
        redirect: "manual",
        headers: {
          accept: "application/json",
          "accept-language": this.#language,
          ...(this.#token !== undefined && {
            authorization: `${isMadeToken(this.#token) ? "Bearer" : "Token"} ${this.#token}`,
          }),
          ...(body !== undefined && {
            "content-type": body instanceof Uint8Array ? "application/octet-stream" : "application/json",
          }),
        },
        ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: AbortSignal.any([signal, late].filter((candidate) => candidate != null)),
      });
    } catch (error) {
      signal?.throwIfAborted();
      const isLate = error instanceof Error && error.name === "TimeoutError";
      const why = isLate ? "did not answer in time" : `does not answer (${reasonOf(error)})`;
      throw new CliError(
        STATUS.unreachable,
        `The Clew server at ${serverAddressOf(this.url)} ${why}. Check the address and that it runs.`,
        { cause: error },
      );
    }
  }

  #refusal(response: Response, answer: unknown): CliError {
    const sentence = sentenceOf(answer);
    const here = serverAddressOf(this.url);
    const { status } = response;
    if (status >= 300 && status < 400) {
      const target = response.headers.get("location");
      const to =
        target !== null && URL.canParse(target, here) ? ` Give the new one: ${new URL(target, here).origin}` : "";
      return new CliError(STATUS.unreachable, `${here} has moved.${to}`);
    }
    if (status === 401 && this.#token === undefined) {
      return new CliError(STATUS.unauthorized, `No user is signed in at ${here}: clew login --server ${here}`);
    }
    if (status === 401) return new CliError(STATUS.unauthorized, `${sentence} Then: clew login --server ${here}`);
    if (status === 429) {
      const wait = response.headers.get("retry-after");
      const seconds = Number(wait ?? NaN);
      return new CliError(STATUS.rateLimited, `${sentence}${wait === null ? "" : ` Wait ${shown(wait)} seconds.`}`, {
        ...(Number.isFinite(seconds) && { waitSeconds: seconds }),
      });
    }
    if (status === 404 && sentence === "") {
      return new CliError(STATUS.unreachable, `What answers at ${here} is no Clew server.`);
    }
    const kinds: Readonly<Record<number, Status>> = {
      400: STATUS.usage,
      402: STATUS.forbidden,
      403: STATUS.forbidden,
      404: STATUS.notFound,
    };
    const kind = kinds[status] ?? (status >= 500 ? STATUS.serverFailed : STATUS.usage);
    return new CliError(kind, sentence === "" ? `The server answered with status ${status}.` : sentence);
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch {
    return null;
  }
}

/** The server's own words, in one line: `detail` of a refusal, or the fields that do not fit. */
function sentenceOf(answer: unknown, before = ""): string {
  if (typeof answer !== "object" || answer === null) return "";
  const { detail } = answer as { detail?: unknown };
  if (before === "" && typeof detail === "string") return shown(detail);
  const parts = Object.entries(answer).map(([field, errors]) => {
    const name = field === "non_field_errors" ? before : `${before}${field}: `;
    return Array.isArray(errors)
      ? `${name}${errors.map((error) => shown(String(error))).join(" ")}`
      : sentenceOf(errors, name);
  });
  return parts.filter((part) => part !== "").join("; ");
}

function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "no connection";
}
