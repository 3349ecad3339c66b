import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { ListedRepository, RepositoryGroup, RepositoryPage } from "../../connector/groupTypes.ts";
import { ListedBranch, ListedTopics, idAtHost } from "../../connector/listedFields.ts";
import { readHostRows } from "../../rest/hostRows.ts";
import { SourceError, type SourceErrorCode } from "../../SourceError.ts";
import { type GithubOptions, nextOnHost, readAnswer, readRows } from "./githubApi.ts";
import { type GithubClient, createGithubClient } from "./githubClient.ts";
import { githubFailure } from "./githubFailure.ts";
import { type GithubRepositoryUrl, readGithubUrl } from "./repositoryUrl.ts";

const PAGE_SIZE = 100;
/** Pages of an organisation or a user, which are often what is copied from the browser. */
const PAGES = /^(?<prefix>(?:\/[^/]+)*?)\/(?:orgs|users)\/(?<owner>[^/]+)(?:\/.*)?$/;

/** Refusals of a host that shows no user to a token. */
const NO_USER: ReadonlySet<SourceErrorCode> = new Set(["not_found", "forbidden", "gone", "unauthorized"]);

const Account = z.object({ login: z.string(), type: z.string().optional() });
const RepositoryRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  full_name: z.string().optional(),
  name: z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/),
  private: z.boolean(),
  visibility: z.string().nullish(),
  archived: z.boolean().default(false),
  fork: z.boolean().default(false),
  /** Kilobytes. */
  size: z.number().default(1),
  topics: ListedTopics,
  has_issues: z.boolean().default(true),
  default_branch: ListedBranch,
});

const Installed = z.object({ repositories: z.array(z.unknown()) });

/**
 * Reads the address of an organisation or a user: `github.com/owner`, or a page of it. Its API is where that of one of its repositories would be.
 * @throws SourceError `address`
 */
export function readGithubGroupUrl(text: string): GithubRepositoryUrl {
  const typed = text.trim().replace(/[?#].*$/, "");
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(withScheme)) throw new SourceError("address", message("group.address_github"));
  const url = new URL(withScheme);
  const groups = PAGES.exec(url.pathname)?.groups;
  const path = groups ? `${groups["prefix"]}/${groups["owner"]}` : url.pathname.replace(/\/+$/, "");
  if (path === "") throw new SourceError("address", message("group.address_github"));
  if (/^(?:www\.|api\.)?github\.com$/i.test(url.hostname) && path.split("/").length > 2)
    throw new SourceError("address", message("group.address_github"));
  url.pathname = `${path}/group`;
  let read: GithubRepositoryUrl;
  try {
    read = readGithubUrl(url.href);
  } catch (error) {
    const isForm = error instanceof SourceError && error.code === "address" && error.text.code === "address.github";
    throw isForm ? new SourceError("address", message("group.address_github"), { cause: error }) : error;
  }
  return { ...read, page: new URL(read.page.href.replace(/\/group$/, "")) };
}

/** The repositories of an organisation, or of a user. */
export class GithubGroup implements RepositoryGroup {
  readonly #options: GithubOptions;
  readonly #client: GithubClient;
  readonly #at: { api: string };

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

  get #isInstalled(): boolean {
    return this.#options.credential?.isInstalled === true;
  }

  async *list(signal: AbortSignal): AsyncGenerator<RepositoryPage> {
    const { host } = this.#options.url;
    const first = await this.#firstPage(signal);
    let route: string | null = first;
    for (let page = 1; route !== null; page += 1) {
      const { data, headers } = await this.#get(route, signal);
      const listed = this.#pageOf(this.#isInstalled ? readAnswer(Installed, data, host).repositories : data);
      yield listed;
      const { link } = headers;
      const isFull = listed.repositories.length + listed.unreadable >= PAGE_SIZE;
      if (link) {
        const next = nextOnHost(link, this.#at.api, host);
        route = next && `GET ${next}`;
      }
      // A proxy may have removed the link to the next page.
      else route = isFull ? `${first}&page=${page + 1}` : null;
    }
  }

  /** Oldest first, so that a new repository moves none to a page that was read before. */
  async #firstPage(signal: AbortSignal): Promise<string> {
    const { login, type } = await this.#account(signal);
    // What the owner of the account has chosen, of which deliveries come. The lists of the account have its other public repositories too.
    if (this.#isInstalled) return `GET /installation/repositories?per_page=${PAGE_SIZE}`;
    const query = `sort=created&direction=asc&per_page=${PAGE_SIZE}`;
    if (type === "Organization") return `GET /orgs/${login}/repos?type=all&${query}`;
    const tokenOwner = this.#options.credential ? Account.safeParse(await this.#ownAccount(signal)) : null;
    // The list of another user has public repositories alone, that of the token's owner all.
    return tokenOwner?.success && tokenOwner.data.login.toLowerCase() === login.toLowerCase()
      ? `GET /user/repos?affiliation=owner&${query}`
      : `GET /users/${login}/repos?type=owner&${query}`;
  }

  /** Who the token belongs to; null for one that belongs to no user, such as that of an app. */
  async #ownAccount(signal: AbortSignal): Promise<unknown> {
    try {
      return (await this.#get("GET /user", signal, "account")).data;
    } catch (error) {
      // After another failure the list of public repositories would look as if the private ones were gone.
      if (error instanceof SourceError && NO_USER.has(error.code)) return null;
      throw error;
    }
  }

  /** Tries the addresses at which a self-hosted server may have its API. */
  async #account(signal: AbortSignal): Promise<z.infer<typeof Account>> {
    const { url } = this.#options;
    let first: unknown;
    for (const api of [url.api, ...url.others]) {
      this.#at.api = api;
      try {
        const { data } = await this.#get(`GET /users/${url.owner}`, signal, "account");
        return readAnswer(Account.extend({ login: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) }), data, url.host);
      } catch (error) {
        first ??= error;
        const isElsewhere = error instanceof SourceError && ["not_found", "bad_answer", "gone"].includes(error.code);
        if (!isElsewhere) throw error;
      }
    }
    throw first instanceof SourceError && first.code === "not_found"
      ? new SourceError("not_found", message("group.not_found", { name: url.owner, host: url.host }), { cause: first })
      : first;
  }

  async #get(route: string, signal: AbortSignal, answer: "account" | "page" = "page") {
    const { url, credential, now = Date.now } = this.#options;
    try {
      return await this.#client.request(route, answer, {}, signal);
    } catch (error) {
      throw githubFailure(error, { host: url.host, hasToken: credential !== null, now: now(), isConditional: false });
    }
  }

  #pageOf(data: unknown): RepositoryPage {
    const { host, owner, page } = this.#options.url;
    let unreadable = 0;
    const count = (): void => {
      unreadable += 1;
    };
    const rows = readRows((list) => readHostRows(RepositoryRow, list, count), data, host);
    // An installation is on one account.
    const isOfAnother = ({ full_name: name }: z.infer<typeof RepositoryRow>): boolean =>
      name?.split("/")[0]?.toLowerCase() !== owner.toLowerCase();
    if (this.#isInstalled && rows.some(isOfAnother))
      throw new SourceError("forbidden", message("group.not_installed", { name: owner }));
    const repositories = rows.map((row): ListedRepository => ({
      externalId: idAtHost(page.href.replace(/\/[^/]+$/, ""), row.id),
      name: row.name,
      full_name: `${owner}/${row.name}`,
      url: `${page.href}/${row.name}`,
      is_archived: row.archived,
      is_fork: row.fork,
      is_empty: row.size === 0,
      // Internal ones are not for everyone.
      visibility: row.private || (row.visibility ?? "public") !== "public" ? "private" : "public",
      topics: row.topics,
      has_issues: row.has_issues,
      default_branch: row.default_branch,
    }));
    return { repositories, unreadable };
  }
}
