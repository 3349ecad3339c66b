import type { Octokit } from "@octokit/core";
import type { z } from "zod";
import { SourceError } from "../SourceError.ts";
import type { Outbound } from "../outbound.ts";
import type { Credential } from "../sourceKinds.ts";
import { createGithubClient } from "./githubClient.ts";
import { githubFailure } from "./githubFailure.ts";
import { Repository } from "./githubRows.ts";
import type { GithubRepositoryUrl } from "./repositoryUrl.ts";

export interface GithubOptions {
  readonly url: GithubRepositoryUrl;
  readonly credential: Credential | null;
  readonly outbound: Pick<Outbound, "fetch">;
  readonly retries?: number;
  readonly retryAfter?: number;
  readonly now?: () => number;
}

export type GithubRepository = z.infer<typeof Repository>;

/** The client of one repository, with failures in words. */
export interface GithubApi {
  readonly octokit: Octokit;
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
  /** @param id its number, when it is known: a repository that was renamed is found by it */
  readonly repository: (signal: AbortSignal, id: string | null) => Promise<GithubRepository>;
  /** `/repos/owner/name` as it is called now; asked for once. */
  readonly path: (signal: AbortSignal) => Promise<string>;
}

export function openGithub(options: GithubOptions): GithubApi {
  const { url, credential } = options;
  const octokit = createGithubClient({ ...options, api: url.api, token: credential?.token ?? null });
  const context = () => ({ host: url.host, hasToken: credential !== null, now: (options.now ?? Date.now)() });
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw githubFailure(error, context());
    }
  };
  let path: string | undefined;
  const repository = async (signal: AbortSignal, id: string | null): Promise<GithubRepository> => {
    const found = await find(signal, id);
    path = `/repos/${found.full_name}`;
    return found;
  };
  const find = async (signal: AbortSignal, id: string | null): Promise<GithubRepository> => {
    const named = { owner: url.owner, repo: url.name, request: { signal } };
    try {
      const { data } = await call(() => octokit.request("GET /repos/{owner}/{repo}", named));
      return readAnswer(Repository, data, url.host);
    } catch (error) {
      // A moved repository is still known by its number, even when its old name leads nowhere.
      if (!(error instanceof SourceError) || error.code !== "not_found" || id === null) throw error;
      const byId = await call(() => octokit.request("GET /repositories/{id}", { id, request: { signal } })).catch(
        () => null,
      );
      if (!byId) throw error;
      return readAnswer(Repository, byId.data, url.host);
    }
  };
  return {
    octokit,
    call,
    repository,
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
  new SourceError("bad_answer", `${host} does not answer as GitHub does. Check the address.`, { cause });

const linkTo = (rel: string, header: unknown): string | null =>
  typeof header === "string" ? (new RegExp(`<([^<>]+)>;\\s*rel="${rel}"`).exec(header)?.[1] ?? null) : null;

/** The host's own link to the next page; null at the end. */
export function nextLink(header: unknown): string | null {
  const link = linkTo("next", header);
  return link !== null && URL.canParse(link) ? link : null;
}

/** The same, refused where it leads to another host: the client would send the token along. */
export function nextOnHost(header: unknown, api: string, host: string): string | null {
  const link = nextLink(header);
  if (link !== null && new URL(link).origin !== new URL(api).origin) {
    throw new SourceError("redirect", `${host} sends the reading on to another host, which is not followed.`);
  }
  return link;
}

export function lastPage(header: unknown): number | null {
  const link = linkTo("last", header);
  const page = link !== null && URL.canParse(link) ? Number(new URL(link).searchParams.get("page")) : NaN;
  return Number.isInteger(page) && page > 0 ? page : null;
}
