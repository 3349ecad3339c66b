import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { LeftOutItem, RestrictedText, SourceFacts } from "../../connector/connectorTypes.ts";
import type {
  Wiki,
  WikiComment,
  WikiCommentEntry,
  WikiEntry,
  WikiExtras,
  WikiItem,
  WikiPage,
} from "../../connector/wikiTypes.ts";
import { restrictedPage } from "../../connector/restrictedText.ts";
import { query } from "../../rest/restClient.ts";
import {
  type ConfluenceApi,
  type ConfluenceOptions,
  List,
  PAGE_SIZE,
  type Space,
  createConfluenceApi,
  optional,
} from "./confluenceApi.ts";
import { ConfluencePages, LISTS } from "./ConfluencePages.ts";
import { readConfluenceExtras } from "./confluenceExtras.ts";
import { PageRow, User, parentOf } from "./confluenceRows.ts";
import { SEARCH_REFUSALS, RESTRICTIONS_SCOPE, RestrictionsReader, missingScopes } from "./confluenceRestrictions.ts";
import type { ContentRow } from "./contentRows.ts";
import { isBareRow, readBareItems, searchItems } from "./bareItems.ts";
import { type ConfluenceComments, cloudComments } from "./ConfluenceComments.ts";
import { SourceError } from "../../SourceError.ts";

/** Spaces and their pages from Confluence Cloud. */
export class ConfluenceWiki implements Wiki {
  readonly #options: ConfluenceOptions;
  readonly #api: ConfluenceApi;
  readonly #pages: ConfluencePages;
  readonly #comments: ConfluenceComments;
  /** Ids of blog posts that a list named. */
  readonly #posts = new Set<string>();
  /** Folders, whiteboards and databases of the last complete list, by their ids. */
  #bare: ReadonlyMap<string, WikiPage> = new Map();
  /** Items of the last complete list that are left out, by their ids. */
  #leftOut: ReadonlyMap<string, LeftOutItem> = new Map();

  constructor(options: ConfluenceOptions) {
    this.#options = options;
    this.#api = createConfluenceApi(options);
    this.#pages = new ConfluencePages(this.#api, options.url.site);
    this.#comments = cloudComments(this.#api, this.#pages, options);
  }

  /** The spaces that are read. @throws SourceError where Confluence Cloud shows none, or is not at the address */
  async findSpaces(signal: AbortSignal): Promise<readonly Space[]> {
    return this.#api.findSpaces(signal);
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { client, findSpaces } = this.#api;
    const { url, credential } = this.#options;
    const [space, account] = await Promise.all([
      findSpaces(signal),
      client.get("../../rest/api/user/current", "account", signal).catch(() => null),
    ]);
    const [first] = space;
    const listed = first
      ? await client.get(`/spaces/${first.id}/pages${query({ limit: 3, sort: "-modified-date" })}`, "item", signal)
      : null;
    const rows = listed ? client.read(z.array(PageRow), client.read(List, listed.data).results) : [];
    const user = User.safeParse(account?.data);
    return {
      name: url.space === null ? url.host : `${first?.name ?? url.space} (${first?.key ?? url.space})`,
      visibility: credential ? "unknown" : "public",
      notes: url.space === null ? [message("note.all_spaces", { count: space.length })] : [],
      account: user.success ? (user.data.displayName ?? user.data.publicName ?? null) : null,
      missing: first && credential ? await missingScopes(client, first.key, signal) : [],
      limitLeft: null,
      sample: rows.flatMap(({ title }) => title ?? []),
    };
  }

  async *entries(signal: AbortSignal): AsyncGenerator<readonly WikiEntry[]> {
    const leftOut = new Map<string, LeftOutItem>();
    const bare = new Map<string, WikiPage>();
    for (const space of await this.#api.findSpaces(signal)) {
      const listed = [
        ...(await this.#list(space, "page", "current", signal)),
        ...(await this.#list(space, "blog_post", "current", signal)),
      ];
      for (const { externalId } of await optional(this.#list(space, "page", "archived", signal)))
        leftOut.set(externalId, { kind: "archived_page", externalId });
      const reader = new RestrictionsReader(this.#api.client, signal);
      const items = await this.#search(space, reader, signal);
      for (const item of items) bare.set(item.externalId, item);
      const entries: WikiEntry[] = [...listed, ...items.map(entryOfItem)];
      // A visitor is shown only content without restrictions.
      const restricted = this.#options.credential ? await reader.restrictedOf(entries) : new Set<string>();
      for (const { externalId, version } of entries)
        if (restricted.has(externalId)) leftOut.set(externalId, { kind: "restricted_page", externalId, version });
      yield entries.filter(({ externalId }) => !restricted.has(externalId));
    }
    this.#leftOut = leftOut;
    this.#bare = bare;
  }

  leftOut(): readonly LeftOutItem[] {
    return [...this.#leftOut.values()];
  }

  async page(item: WikiItem, signal: AbortSignal): Promise<WikiPage | null> {
    return this.#leftOut.has(item.externalId) ? null : this.#read(item, signal);
  }

  async restrictedPage(externalId: string, signal: AbortSignal): Promise<RestrictedText | null> {
    const omitted = this.#leftOut.get(externalId);
    if (this.#options.readsRestricted !== true || omitted?.kind !== "restricted_page") return null;
    const kind = this.#posts.has(externalId) ? "blog_post" : "page";
    const page = this.#bare.get(externalId) ?? (await this.#read({ externalId, kind }, signal));
    return page && restrictedPage(page);
  }

  comments(since: Date | null, signal: AbortSignal): AsyncGenerator<readonly WikiCommentEntry[]> {
    return this.#comments.entries(since, signal);
  }

  readComments(externalIds: readonly string[], signal: AbortSignal): Promise<readonly WikiComment[]> {
    return this.#comments.read(externalIds, signal);
  }

  async extras(signal: AbortSignal): Promise<WikiExtras> {
    const { client, lists, findSpaces } = this.#api;
    return readConfluenceExtras({
      spaces: await findSpaces(signal),
      lists,
      read: (shape, data) => client.read(shape, data),
      signal,
    });
  }

  /** What is read of an item of any kind; null when it is gone, or not in a space that is read. */
  async #read(item: WikiItem, signal: AbortSignal): Promise<WikiPage | null> {
    const { kind } = item;
    if (kind === "page" || kind === "blog_post") return this.#pages.read({ ...item, kind }, signal);
    const listed = this.#bare.get(item.externalId);
    if (listed) return listed;
    const [match] = await readBareItems(this.#api, this.#pages, [item.externalId], signal);
    return match?.kind === kind ? match : null;
  }

  /** Pages or blog posts of one space by the list of their ids, which shows what the token's owner may read. */
  async #list(
    space: Space,
    kind: "page" | "blog_post",
    status: "current" | "archived",
    signal: AbortSignal,
  ): Promise<WikiEntry[]> {
    const { client, lists } = this.#api;
    const entries: WikiEntry[] = [];
    const path = `/spaces/${space.id}/${LISTS[kind]}${query({ status, limit: PAGE_SIZE, sort: "id" })}`;
    for await (const results of lists(path, signal)) {
      for (const row of client.read(z.array(PageRow), results)) {
        if ((row.status ?? "current") !== status) continue;
        const { id: externalId, version, position } = row;
        if (kind === "blog_post") this.#posts.add(externalId);
        const parentId = kind === "page" ? parentOf(row) : null;
        entries.push({ externalId, kind, version: version?.number ?? 1, parentId, position: position ?? 0 });
      }
    }
    return entries;
  }

  /**
   * Searches what v2 has no list of: folders, whiteboards and databases, and with a credential the restrictions of all items.
   * @throws SourceError `forbidden` when the credential may not read restrictions: then it is unknown which items may be shown
   */
  async #search(space: Space, reader: RestrictionsReader, signal: AbortSignal): Promise<WikiPage[]> {
    const { credential, url } = this.#options;
    const items = new Map<string, WikiPage>();
    const onRow = async (row: ContentRow): Promise<void> => {
      reader.learn(row);
      if (isBareRow(row)) items.set(row.id, await this.#pages.bareItem(row, space, signal));
    };
    try {
      await searchItems(this.#api.client, space.key, { withRestrictions: credential !== null, onRow }, signal);
    } catch (error) {
      if (!(error instanceof SourceError) || !SEARCH_REFUSALS.has(error.code)) throw error;
      // Visitors of some sites may not search; the pages themselves are in the list.
      if (credential === null) return [];
      if (error.code === "forbidden") throw error;
      throw new SourceError(
        "forbidden",
        message("source.restrictions_unknown", { host: url.host, scopes: RESTRICTIONS_SCOPE }),
        { cause: error },
      );
    }
    return [...items.values()];
  }
}

const entryOfItem = ({ externalId, kind, version, parentId, position, title }: WikiPage): WikiEntry => ({
  externalId,
  kind,
  version,
  parentId,
  position,
  title,
});
