import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { LeftOutItem, RestrictedText, SourceFacts } from "../../connector/connectorTypes.ts";
import type { Wiki, WikiEntry, WikiExtras, WikiPage } from "../../connector/wikiTypes.ts";
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
import { ConfluencePages } from "./ConfluencePages.ts";
import { readConfluenceExtras } from "./confluenceExtras.ts";
import { PageRow, User, parentOf } from "./confluenceRows.ts";
import { missingScopes, readRestrictedPages } from "./confluenceRestrictions.ts";

/** Spaces and their pages from Confluence Cloud. */
export class ConfluenceWiki implements Wiki {
  readonly #options: ConfluenceOptions;
  readonly #api: ConfluenceApi;
  readonly #pages: ConfluencePages;
  /** Pages of the last complete list that are left out, by their ids. */
  #leftOut: ReadonlyMap<string, LeftOutItem> = new Map();

  constructor(options: ConfluenceOptions) {
    this.#options = options;
    this.#api = createConfluenceApi(options);
    this.#pages = new ConfluencePages(this.#api, options.url.site);
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
    for (const space of await this.#api.findSpaces(signal)) {
      const pages = await this.#list(space, "current", signal);
      for (const { externalId } of await optional(this.#list(space, "archived", signal)))
        leftOut.set(externalId, { kind: "archived_page", externalId });
      // A visitor is shown only pages without restrictions.
      const restricted = this.#options.credential
        ? await readRestrictedPages({ client: this.#api.client, spaceKey: space.key, pages, signal })
        : new Set<string>();
      for (const { externalId, version } of pages)
        if (restricted.has(externalId)) leftOut.set(externalId, { kind: "restricted_page", externalId, version });
      yield pages.filter(({ externalId }) => !restricted.has(externalId));
    }
    this.#leftOut = leftOut;
  }

  leftOut(): readonly LeftOutItem[] {
    return [...this.#leftOut.values()];
  }

  async page(externalId: string, signal: AbortSignal): Promise<WikiPage | null> {
    return this.#leftOut.has(externalId) ? null : this.#pages.read(externalId, signal);
  }

  async restrictedPage(externalId: string, signal: AbortSignal): Promise<RestrictedText | null> {
    if (this.#options.readsRestricted !== true || this.#leftOut.get(externalId)?.kind !== "restricted_page")
      return null;
    const page = await this.#pages.read(externalId, signal);
    return page && restrictedPage(page);
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

  /** Pages of one space by the list of their ids, which shows what the token's owner may read. */
  async #list(space: Space, status: "current" | "archived", signal: AbortSignal): Promise<WikiEntry[]> {
    const { client, lists } = this.#api;
    const entries: WikiEntry[] = [];
    const path = `/spaces/${space.id}/pages${query({ status, limit: PAGE_SIZE, sort: "id" })}`;
    for await (const results of lists(path, signal)) {
      for (const row of client.read(z.array(PageRow), results)) {
        if ((row.status ?? "current") !== status) continue;
        const { id: externalId, version, position } = row;
        entries.push({ externalId, version: version?.number ?? 1, parentId: parentOf(row), position: position ?? 0 });
      }
    }
    return entries;
  }
}
