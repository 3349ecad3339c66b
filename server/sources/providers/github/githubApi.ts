import type { ConnectorOptions, OnSkipped } from "../../connector/connectorTypes.ts";
import type { z } from "zod";
import { SourceError, type SourceErrorCode } from "../../SourceError.ts";
import { linkTo, onOrigin } from "../../rest/links.ts";
import { readHostRows } from "../../rest/hostRows.ts";
import { isRecord } from "../../rest/restFailure.ts";
import { type GithubResponse, type GithubClient, createGithubClient } from "./githubClient.ts";
import { githubFailure } from "./githubFailure.ts";
import { Repository } from "./githubRows.ts";
import type { GithubRepositoryUrl } from "./repositoryUrl.ts";
import { message } from "../../../messages/messages.ts";

export type GithubOptions = ConnectorOptions<GithubRepositoryUrl>;

export type GithubRepository = z.infer<typeof Repository>;

/** The client of one repository, with failures in words. */
export interface GithubApi {
  /** Where the API answers, once the repository was found. */
  readonly root: () => string;
  /** {@link GithubClient.request}, with failures as SourceErrors. */
  readonly request: GithubClient["request"];
  /** @param id its number, when it is known: a repository that was renamed is found by it */
  readonly repository: (signal: AbortSignal, id: string | null) => Promise<GithubRepository>;
  /** `/repos/owner/name` by its present name; requested once. */
  readonly path: (signal: AbortSignal) => Promise<string>;
  /** Whether an answer came from this repository: a request about a transferred issue is answered by its new one. */
  readonly isOurs: (answeredAt: string) => boolean;
}

export const openGithub = (options: GithubOptions): GithubApi => new RepositoryApi(options);

/** Codes of a host that has no API at an address, or not this repository. */
const ELSEWHERE: ReadonlySet<SourceErrorCode> = new Set(["not_found", "bad_answer", "gone"]);

class RepositoryApi implements GithubApi {
  readonly #options: GithubOptions;
  readonly #client: GithubClient;
  /** The API in use; before the repository was found, the one that is tried. */
  readonly #at: { api: string };
  #isFound = false;
  #path: string | undefined;
  #identity: { readonly id: string; readonly name: string } | undefined;

  constructor(options: GithubOptions) {
    const { url, credential } = options;
    this.#options = options;
    this.#at = { api: url.api };
    this.#client = createGithubClient({
      ...options,
      at: this.#at,
      authorization: credential && credential.as("token"),
    });
  }

  readonly root = (): string => this.#at.api;

  readonly request = async (...parameters: Parameters<GithubClient["request"]>): Promise<GithubResponse> => {
    try {
      return await this.#client.request(...parameters);
    } catch (error) {
      const { url, credential, now = Date.now } = this.#options;
      const { headers = {} } = parameters[2];
      const isConditional = isRecord(headers) && headers["if-none-match"] !== undefined;
      throw githubFailure(error, { host: url.host, hasToken: credential !== null, now: now(), isConditional });
    }
  };

  readonly repository = async (signal: AbortSignal, id: string | null): Promise<GithubRepository> => {
    const hostRepository = await this.#find(signal, id);
    this.#path = `/repos/${hostRepository.full_name}`;
    this.#identity = { id: String(hostRepository.id), name: hostRepository.full_name.toLowerCase() };
    return hostRepository;
  };

  readonly path = async (signal: AbortSignal): Promise<string> =>
    this.#path ?? `/repos/${(await this.repository(signal, null)).full_name}`;

  readonly isOurs = (answeredAt: string): boolean => {
    const [, number, name] = /\/(?:repositories\/(\d+)|repos\/([^/?]+\/[^/?]+))\/issues\//.exec(answeredAt) ?? [];
    if (!this.#identity || (number === undefined && name === undefined)) return true;
    return number === this.#identity.id || name?.toLowerCase() === this.#identity.name;
  };

  /** Tries the addresses at which a self-hosted server may have its API. */
  async #find(signal: AbortSignal, id: string | null): Promise<GithubRepository> {
    const { url } = this.#options;
    const named = { owner: url.owner, repo: url.name };
    let first: unknown;
    for (const api of this.#isFound ? [this.#at.api] : [url.api, ...url.others]) {
      this.#at.api = api;
      try {
        const { data } = await this.request("GET /repos/{owner}/{repo}", "description", named, signal);
        return this.#readRepository(data);
      } catch (error) {
        first ??= error;
        const isElsewhere = error instanceof SourceError && ELSEWHERE.has(error.code);
        if (!isElsewhere) throw this.#isFound || api === url.api ? error : first;
        const renamed = error.code === "not_found" && id !== null ? await this.#findById(id, signal) : null;
        if (renamed) return renamed;
      }
    }
    this.#at.api = url.api;
    throw first;
  }

  /** A renamed repository keeps its number, even when its old name leads nowhere. */
  async #findById(id: string, signal: AbortSignal): Promise<GithubRepository | null> {
    const answer = await this.request("GET /repositories/{id}", "description", { id }, signal).catch(() => null);
    return answer && this.#readRepository(answer.data);
  }

  #readRepository(data: unknown): GithubRepository {
    const answer = readAnswer(Repository, data, this.#options.url.host);
    this.#isFound = true;
    return answer;
  }
}

export function readRows<T>(rows: (data: unknown) => T[], data: unknown, host: string): T[] {
  try {
    return rows(data);
  } catch (error) {
    throw strange(host, error);
  }
}

/** A list of rows, of which malformed ones are skipped. */
export const readRowsOf = <T>(shape: z.ZodType<T>, data: unknown, host: string, onSkipped?: OnSkipped): T[] =>
  readRows((list) => readHostRows(shape, list, onSkipped), data, host);

export function readAnswer<T>(shape: z.ZodType<T>, data: unknown, host: string): T {
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  throw strange(host, parsed.error);
}

const strange = (host: string, cause: unknown): SourceError =>
  new SourceError("bad_answer", message("host.not_github", { host }), { cause });

/**
 * The host's own link to the next page; null at the end. Refused where it leads to another host: the client would send the token along.
 * @param api root of the API of the request
 */
export function nextOnHost(header: unknown, api: string, host: string): string | null {
  const link = linkTo("next", header, `${api}/`);
  const next = link === null ? null : onOrigin(link, api);
  if (link !== null && next === null) {
    throw new SourceError("redirect", message("host.redirect_foreign", { host }));
  }
  return next;
}

/**
 * The length of a list that was requested with one item a page; null where the host links to a next page but names no last one, as it does
 * for lists that it pages by cursor.
 */
export function countOf(header: unknown, api: string, rows: number): number | null {
  return lastPage(header, api) ?? (linkTo("next", header, `${api}/`) === null ? rows : null);
}

export function lastPage(header: unknown, api: string): number | null {
  const link = linkTo("last", header, `${api}/`);
  const page = link === null ? NaN : Number(new URL(link).searchParams.get("page"));
  return Number.isInteger(page) && page > 0 ? page : null;
}
