import { mapConcurrent } from "../../../concurrency.ts";
import type { PageText } from "../../connector/ledgerTypes.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { WikiPage } from "../../connector/wikiTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { HostUrl } from "../../rest/hostFields.ts";
import { query } from "../../rest/restClient.ts";
import { isOlderVersion } from "../atlassian/dataCenter.ts";
import { optional } from "./confluenceApi.ts";
import { isRestricted } from "./confluenceRestrictions.ts";
import type { ConfluenceDataCenter, ConfluenceHost, DataCenterSpace } from "./confluenceDataCenter.ts";
import {
  ContentRow,
  ContentUser,
  ContentVersion,
  ENTRY_EXPAND,
  entryOf,
  isTextRow,
  personOf,
  timesOf,
} from "./contentRows.ts";
import { mentionedUsers, storageToMarkdown } from "./storageFormat.ts";

const EXPAND = [ENTRY_EXPAND, "space", "history", "body.storage", "metadata.labels", "children.attachment"].join(",");
/** Lists that are read for the files and versions of one page. */
const MAX_LISTS = 4;
/** Mentioned users of one page whose names are requested. */
const MAX_MENTIONS = 200;
const CONCURRENCY = 4;

const TEXT_EXPAND = "version,ancestors,space,history,body.storage";

/** Reads whole pages. */
export class DataCenterPages {
  readonly #api: ConfluenceDataCenter;
  readonly #host: ConfluenceHost;
  /** Names of mentioned users by key or user name; null for one that the host does not have. */
  readonly #names = new Map<string, string | null>();

  constructor(api: ConfluenceDataCenter, host: ConfluenceHost) {
    this.#api = api;
    this.#host = host;
  }

  /** What one call returns of each page; one that is gone, or not in a space that is read, is missing. */
  async readTexts(ids: readonly string[], signal: AbortSignal): Promise<readonly PageText[]> {
    const texts = await mapConcurrent(ids, CONCURRENCY, async (id) => {
      const row = await this.#row(`/content/${encodeURIComponent(id)}`, TEXT_EXPAND, signal);
      const space = row && (await this.#spaceOf(row, signal));
      if (!row || !space) return null;
      const { externalId, version, parentId } = entryOf(row);
      const body = await this.#body(row, space, signal);
      return { externalId, version, parentId, body, title: row.title ?? "", url: this.#url(row), ...timesOf(row) };
    });
    return texts.filter((text) => text !== null);
  }

  /** @returns null when the page is gone, or not in a space that is read, or restricted unless restricted ones are wanted */
  async read(externalId: string, wants: "open" | "any", signal: AbortSignal): Promise<WikiPage | null> {
    const path = `/content/${encodeURIComponent(externalId)}`;
    const row = await this.#row(path, EXPAND, signal);
    const space = row && (await this.#spaceOf(row, signal));
    if (!row || !space) return null;
    // The list of pages told its restrictions before; they may be newer.
    if (wants === "open" && isRestricted(row.restrictions?.read) === true) return null;
    const { host } = this.#api.client.context;
    const { createdAt, updatedAt } = timesOf(row);
    const [attachments, versions] = await Promise.all([
      this.#attachments(path, row, signal),
      this.#versions(path, row, signal),
    ]);
    return {
      ...entryOf(row),
      spaceKey: space.key,
      spaceName: space.name ?? space.key,
      title: row.title ?? "",
      versions: versions.map(({ number, by, when }) => ({
        number,
        author: personOf(by, host),
        createdAt: when ? new Date(when) : createdAt,
      })),
      author: this.#author(row),
      labels: (row.metadata?.labels?.results ?? []).map(({ name }) => name),
      attachments,
      body: await this.#body(row, space, signal),
      url: this.#url(row),
      createdAt,
      updatedAt,
    };
  }

  #author({ version, history }: ContentRow): TrackerPerson | null {
    const { host } = this.#api.client.context;
    return personOf(version?.by, host) ?? personOf(history?.createdBy, host);
  }

  /** The address of content that a search found. */
  addressOf({ _links }: Pick<ContentRow, "_links">): string | null {
    return HostUrl.parse(_links?.webui ? `${this.#host.root}${_links.webui}` : null);
  }

  #url({ id, _links }: ContentRow): string {
    const path = _links?.webui || `/pages/viewpage.action?pageId=${encodeURIComponent(id)}`;
    return HostUrl.parse(`${this.#host.root}${path}`) ?? "";
  }

  /** Null when the page is gone. */
  async #row(path: string, expand: string, signal: AbortSignal): Promise<ContentRow | null> {
    const { client } = this.#api;
    try {
      return client.read(ContentRow, (await client.get(`${path}${query({ expand })}`, "page", signal)).data);
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
      throw error;
    }
  }

  /** Null for a page in the bin, archived, or moved to a space that is not read. */
  async #spaceOf(row: ContentRow, signal: AbortSignal): Promise<DataCenterSpace | null> {
    if ((row.status ?? "current") !== "current" || !isTextRow(row)) return null;
    const spaces = await this.#api.findSpaces(signal);
    return spaces.find(({ key }) => key === row.space?.key) ?? null;
  }

  /** The page shows only the first of many. */
  async #attachments(path: string, { children }: ContentRow, signal: AbortSignal): Promise<string[]> {
    const shown = children?.attachment;
    const titles = (shown?.results ?? []).map(({ title }) => title);
    if (shown && titles.length < (shown.limit ?? 25)) return titles;
    const rows = await optional(this.#list(`${path}/child/attachment`, signal));
    const listed = this.#api.client.rows(ContentRow, rows).flatMap(({ title }) => title ?? []);
    return [...new Set([...titles, ...listed])];
  }

  /** Older hosts have the list of versions below another path. */
  async #versions(path: string, { version }: ContentRow, signal: AbortSignal): Promise<readonly ContentVersion[]> {
    if (!version) return [];
    if (version.number === 1) return [version];
    const place = isOlderVersion(this.#host.version, [9, 0]) ? "../experimental" : "";
    const rows = await optional(this.#list(`${place}${path}/version`, signal));
    const byNumber = new Map(this.#api.client.rows(ContentVersion, rows).map((row) => [row.number, row]));
    return byNumber.size > 0 ? [...byNumber.values()] : [version];
  }

  async #list(path: string, signal: AbortSignal): Promise<unknown[]> {
    const rows: unknown[] = [];
    let count = 0;
    for await (const results of this.#api.lists(path, {}, signal)) {
      rows.push(...results);
      count += 1;
      if (count === MAX_LISTS) break;
    }
    return rows;
  }

  #body(row: ContentRow, { key }: DataCenterSpace, signal: AbortSignal): Promise<string> {
    return this.text(row.body?.storage?.value ?? "", { spaceKey: key, pageId: row.id }, signal);
  }

  /** The storage format of a page or of a comment on it as Markdown, with the names of mentioned users. */
  async text(storage: string, place: { spaceKey: string; pageId: string }, signal: AbortSignal): Promise<string> {
    const unknown = [...mentionedUsers(storage)].filter(([user]) => !this.#names.has(user)).slice(0, MAX_MENTIONS);
    await mapConcurrent(unknown, CONCURRENCY, async ([user, by]) => {
      // Accounts have ids in the cloud alone.
      if (by === "accountId") return;
      this.#names.set(user, await this.#nameOf(user, by, signal));
    });
    const nameOf = (user: string): string | null => this.#names.get(user) ?? null;
    return storageToMarkdown(storage, { site: this.#host.root, ...place, nameOf });
  }

  /** Names are optional: a user who was deleted, or whom the account may not see, has none. */
  async #nameOf(user: string, by: "key" | "username", signal: AbortSignal): Promise<string | null> {
    const { client } = this.#api;
    try {
      const { data } = await client.get(`/user${query({ [by]: user })}`, "account", signal);
      const parsedUser = ContentUser.safeParse(data);
      return parsedUser.success ? (parsedUser.data.displayName ?? parsedUser.data.username ?? null) : null;
    } catch (error) {
      const isUnknown =
        error instanceof SourceError && ["forbidden", "not_found", "gone", "bad_answer"].includes(error.code);
      if (isUnknown) return null;
      throw error;
    }
  }
}
