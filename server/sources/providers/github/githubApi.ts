import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import type { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { linkTo, onOrigin } from "../../rest/links.ts";
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

export function openGithub(options: GithubOptions): GithubApi {
  const { url, credential } = options;
  const at = { api: url.api };
  const client = createGithubClient({ ...options, at, authorization: credential && credential.as("token") });
  const request = async (...parameters: Parameters<GithubClient["request"]>): Promise<GithubResponse> => {
    try {
      return await client.request(...parameters);
    } catch (error) {
      const now = (options.now ?? Date.now)();
      const { headers = {} } = parameters[2];
      const isConditional = isRecord(headers) && headers["if-none-match"] !== undefined;
      throw githubFailure(error, { host: url.host, hasToken: credential !== null, now, isConditional });
    }
  };
  let path: string | undefined;
  let known: { readonly id: string; readonly name: string } | undefined;
  /** The API has answered at `at.api`. */
  let isFound = false;
  const repository = async (signal: AbortSignal, id: string | null): Promise<GithubRepository> => {
    const found = await find(signal, id);
    path = `/repos/${found.full_name}`;
    known = { id: String(found.id), name: found.full_name.toLowerCase() };
    return found;
  };
  const find = async (signal: AbortSignal, id: string | null): Promise<GithubRepository> => {
    const named = { owner: url.owner, repo: url.name };
    let first: unknown;
    for (const api of isFound ? [at.api] : [url.api, ...url.others]) {
      at.api = api;
      try {
        const { data } = await request("GET /repos/{owner}/{repo}", "description", named, signal);
        const found = readAnswer(Repository, data, url.host);
        isFound = true;
        return found;
      } catch (error) {
        first ??= error;
        const isElsewhere = error instanceof SourceError && ["not_found", "bad_answer", "gone"].includes(error.code);
        if (!isElsewhere) throw isFound || api === url.api ? error : first;
        // A moved repository is still known by its number, even when its old name leads nowhere.
        const byId =
          id === null || error.code !== "not_found"
            ? null
            : await request("GET /repositories/{id}", "description", { id }, signal).catch(() => null);
        if (!byId) continue;
        isFound = true;
        return readAnswer(Repository, byId.data, url.host);
      }
    }
    at.api = url.api;
    throw first;
  };
  return {
    root: () => at.api,
    request,
    repository,
    isOurs: (answeredAt) => {
      const [, number, name] = /\/(?:repositories\/(\d+)|repos\/([^/?]+\/[^/?]+))\/issues\//.exec(answeredAt) ?? [];
      if (!known || (number === undefined && name === undefined)) return true;
      return number === known.id || name?.toLowerCase() === known.name;
    },
    path: async (signal) => path ?? `/repos/${(await repository(signal, null)).full_name}`,
  };
}

export function readRows<T>(rows: (data: unknown) => T[], data: unknown, host: string): T[] {
  try {
    return rows(data);
  } catch (error) {
    throw strange(host, error);
  }
}

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
