import { z } from "zod";
import type { CustomField } from "../../../../contract/issues/customFields.ts";
import { SourceError } from "../../SourceError.ts";
import type { SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { Tracker, TrackerInventory, TrackerPage, TrackerThread } from "../../connector/trackerTypes.ts";
import { type GithubApi, type GithubOptions, countOf, openGithub, readRows } from "./githubApi.ts";
import { readGithubEvents } from "./githubEvents.ts";
import { readComments, readIssues } from "./githubRows.ts";
import { withBlockers } from "./githubBlockers.ts";
import { listProjectFields, readProjectValues } from "./githubProjects.ts";
import { readGithubReferences } from "./githubReferences.ts";
import { GithubInventory } from "./githubInventory.ts";
import { readThread } from "./githubThread.ts";
import { ListCursor, PAGE_SIZE, readGithubList } from "./readGithubList.ts";
import { message } from "../../../messages/messages.ts";

/** Pages of the newest issues; a page has requests too. */
const NEWEST_PAGES = 3;
const UNREAD: ListCursor = { until: null, next: null, since: null, etag: null };
const Cursor = z.object({
  repository: z.string().nullable().default(null),
  /** The repository's name, which is part of the URLs of all its issues. */
  name: z.string().nullable().default(null),
  issues: ListCursor.default(UNREAD),
  comments: ListCursor.default(UNREAD),
});
const Account = z.object({ login: z.string() });

/** Issues and their comments from GitHub, or from a host that answers like it. Pull requests are left out. */
export class GithubTracker implements Tracker {
  readonly #inventory: GithubInventory;
  readonly #options: GithubOptions;
  readonly #api: GithubApi;
  readonly #listsFields: boolean;

  /** @param listsFields false where a repository alone is described */
  constructor(options: GithubOptions, listsFields = true) {
    this.#options = options;
    this.#listsFields = listsFields;
    this.#api = openGithub(options);
    this.#inventory = new GithubInventory(options, this.#api);
  }

  get inventory(): TrackerInventory {
    return this.#inventory;
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { request, repository, root } = this.#api;
    const { url, credential } = this.#options;
    const hostRepository = await repository(signal, null);
    if (hostRepository.has_issues === false)
      throw new SourceError("gone", message("source.issues_off_repository", { host: url.host }));
    const [owner = "", repo = ""] = hostRepository.full_name.split("/");
    const [first, account, fields] = await Promise.all([
      request("GET /repos/{owner}/{repo}/issues", "item", { owner, repo, state: "all", per_page: 1 }, signal),
      credential ? request("GET /user", "account", {}, signal).catch(() => null) : null,
      // A tracker can be linked without the fields of its projects.
      this.#listsFields && credential ? this.#fieldFacts(signal) : {},
    ]);
    const user = Account.safeParse(account?.data);
    const rows = readRows(readIssues, first.data, url.host);
    return {
      name: hostRepository.full_name,
      visibility: hostRepository.private === undefined ? "unknown" : hostRepository.private ? "private" : "public",
      items: countOf(first.headers["link"], root(), rows.length),
      notes: hostRepository.archived ? [message("note.repository_archived")] : [],
      account: user.success ? user.data.login : null,
      missing: missingScopes(account?.headers["x-oauth-scopes"], hostRepository.private === true),
      limitLeft: figure(first.headers["x-ratelimit-remaining"]),
      ...fields,
      sample: rows.flatMap(({ value }) => (value ? [`${value.key} ${value.title}`] : [])),
    };
  }

  /** The tracker can be linked without them. */
  async #fieldFacts(signal: AbortSignal): Promise<Pick<SourceFacts, "customFields" | "fieldsRefusal">> {
    try {
      return { customFields: await listProjectFields(this.#options, this.#api, signal) };
    } catch (error) {
      return error instanceof SourceError && error.code === "forbidden" ? { fieldsRefusal: error.text } : {};
    }
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
    const { host } = this.#options.url;
    const storedCursor = parseCursor(Cursor, stored);
    const hostRepository = await this.#api.repository(signal, storedCursor.repository);
    const id = String(hostRepository.id);
    if (storedCursor.repository !== null && storedCursor.repository !== id) {
      throw new SourceError("not_found", message("source.other_tracker", { host }));
    }
    // The addresses of all issues change with its name, and their times do not.
    const isRenamed = storedCursor.name !== null && storedCursor.name !== hostRepository.full_name;
    const cursor = {
      ...storedCursor,
      ...(isRenamed && { issues: UNREAD, comments: UNREAD }),
      repository: id,
      name: hostRepository.full_name,
    };
    const path = `GET /repos/${hostRepository.full_name}/issues`;
    const list = { api: this.#api, host, id, signal };
    const { onSkipped } = this.#options;
    const issues = {
      ...list,
      route: path,
      parameters: { state: "all" },
      at: cursor.issues,
      rows: (data: unknown) => readIssues(data, onSkipped),
    };
    for await (const { values, at, done, total } of readGithubList(issues)) {
      cursor.issues = at;
      const complete = await withBlockers(this.#api, this.#options, values, signal);
      yield { step: "issues", issues: complete, done, total, cursor: { ...cursor } };
    }
    const comments = {
      ...list,
      route: `${path}/comments`,
      parameters: {},
      at: cursor.comments,
      rows: (data: unknown) => readComments(data, onSkipped),
    };
    for await (const { values, at, done, total } of readGithubList(comments)) {
      cursor.comments = at;
      yield { step: "comments", comments: values, done, total, cursor: { ...cursor } };
    }
  }

  async *newest(signal: AbortSignal): AsyncGenerator<Pick<TrackerPage, "issues">> {
    const { request, path } = this.#api;
    const route = `GET ${await path(signal)}/issues`;
    for (let page = 1; page <= NEWEST_PAGES; page += 1) {
      const parameters = { state: "all", sort: "updated", direction: "desc", per_page: PAGE_SIZE, page };
      const { data } = await request(route, "page", parameters, signal);
      const rows = readRows((list) => readIssues(list, this.#options.onSkipped), data, this.#options.url.host);
      const issues = rows.flatMap(({ value }) => value ?? []);
      yield { issues: await withBlockers(this.#api, this.#options, issues, signal) };
      if (!Array.isArray(data) || data.length < PAGE_SIZE) return;
    }
  }

  customFields(signal: AbortSignal): Promise<readonly CustomField[]> {
    return listProjectFields(this.#options, this.#api, signal);
  }

  async fieldValues(signal: AbortSignal) {
    const { id } = await this.#api.repository(signal, null);
    return readProjectValues(this.#options, this.#api, String(id), signal);
  }

  issue(
    named: { readonly externalId: string; readonly key: string },
    signal: AbortSignal,
  ): Promise<Partial<TrackerPage>> {
    return this.#inventory.readOne(named, signal);
  }

  thread(key: string, signal: AbortSignal): Promise<TrackerThread | null> {
    return readThread({ ...this.#options, api: this.#api }, key, signal);
  }

  async *events(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
    const { references } = stored ?? {};
    let cursor: TrackerCursor = stored ?? {};
    for await (const page of readGithubEvents(this.#options, this.#api, stored, signal)) {
      cursor = { ...page.cursor, references };
      yield { ...page, cursor };
    }
    let done = 0;
    for await (const page of readGithubReferences(this.#options, this.#api, references ?? null, signal)) {
      done += page.references.length;
      cursor = { ...cursor, references: page.cursor };
      yield { step: "events", references: page.references, done, total: null, cursor };
    }
  }
}

/** The host reports the scopes of a classic token only; for a fine-grained one and an app's, a refusal names what is missing. */
function missingScopes(header: unknown, isPrivate: boolean): string[] {
  if (typeof header !== "string" || !isPrivate) return [];
  const granted = header.split(",").map((scope) => scope.trim());
  return granted.includes("repo") ? [] : ["repo"];
}

function figure(value: unknown): number | null {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : null;
}
