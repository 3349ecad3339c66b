import { z } from "zod";
import { mapConcurrent } from "../../../concurrency.ts";
import { message } from "../../../messages/messages.ts";
import type { LeftOutItem, RestrictedText, SourceFacts } from "../../connector/connectorTypes.ts";
import { restrictedPage } from "../../connector/restrictedText.ts";
import type {
  Wiki,
  WikiComment,
  WikiCommentEntry,
  WikiEntry,
  WikiExtras,
  WikiItem,
  WikiPage,
} from "../../connector/wikiTypes.ts";
import { query } from "../../rest/restClient.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";
import { addExtra, extrasOf, unlessMissing } from "./confluenceExtras.ts";
import { isRestricted, readOwn } from "./confluenceRestrictions.ts";
import { inSpace } from "./searchContent.ts";
import { DataCenterPages } from "./DataCenterPages.ts";
import { type ConfluenceComments, dataCenterComments } from "./ConfluenceComments.ts";
import {
  type ConfluenceDataCenter,
  type ConfluenceHost,
  DATA_CENTER_TYPES,
  createConfluenceDataCenter,
} from "./confluenceDataCenter.ts";
import { ContentRow, ENTRY_EXPAND, entryOf, isTextRow } from "./contentRows.ts";

const CONCURRENCY = 4;
/** Lists of a space's attachments that are read: beyond them only a new version of a page is noticed. */
const MAX_LISTS = 100;

const Titles = z.object({ results: z.array(z.object({ title: z.string() })) });
const Attachment = z.object({
  title: z.string(),
  container: z
    .object({ id: z.union([z.string(), z.number()]).transform(String), type: z.string().nullish() })
    .nullish(),
});

/** Spaces and their pages from Confluence Server and Data Center (REST v1). */
export class DataCenterWiki implements Wiki {
  readonly #options: ConfluenceOptions;
  readonly #host: ConfluenceHost;
  readonly #api: ConfluenceDataCenter;
  readonly #pages: DataCenterPages;
  readonly #comments: ConfluenceComments;
  /** Pages of the last complete list that are left out, by their ids. */
  #leftOut: ReadonlyMap<string, LeftOutItem> = new Map();

  /** @throws SourceError for a version that is not supported, or that does not know the kind of the credential */
  constructor(options: ConfluenceOptions, host: ConfluenceHost) {
    this.#options = options;
    this.#host = host;
    this.#api = createConfluenceDataCenter(options, host);
    this.#pages = new DataCenterPages(this.#api, host);
    this.#comments = dataCenterComments(this.#api, this.#pages, options);
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { client, findSpaces, owner } = this.#api;
    const { url, credential } = this.#options;
    const account = await owner(signal);
    const spaces = await findSpaces(signal);
    const [first] = spaces;
    const isWhole = url.space === null && url.pageId === null;
    const cql = `${inSpace(first?.key ?? "")} and type = page order by lastmodified desc`;
    const newest = await unlessMissing(client.get(`/content/search${query({ cql, limit: 3 })}`, "item", signal));
    const titles = Titles.safeParse(newest?.data);
    return {
      name: isWhole ? url.host : `${first?.name ?? first?.key ?? ""} (${first?.key ?? ""})`,
      visibility: credential ? "unknown" : "public",
      notes: [
        message("note.host_version", { product: this.#host.product, version: this.#host.version }),
        ...(isWhole ? [message("note.all_spaces", { count: spaces.length })] : []),
      ],
      account,
      missing: [],
      limitLeft: null,
      sample: titles.success ? titles.data.results.map(({ title }) => title) : [],
    };
  }

  async *entries(signal: AbortSignal): AsyncGenerator<readonly WikiEntry[]> {
    const { owner, findSpaces } = this.#api;
    // As a visitor it would find fewer pages, and the others would count as deleted.
    await owner(signal);
    const leftOut = new Map<string, LeftOutItem>();
    for (const { key } of await findSpaces(signal)) {
      const rows = await this.#list(key, signal);
      // A visitor is shown only pages without restrictions.
      const restricted = this.#options.credential ? await this.#restricted(rows, signal) : new Set<string>();
      const entries = rows.map(entryOf);
      for (const { externalId, version } of entries)
        if (restricted.has(externalId)) leftOut.set(externalId, { kind: "restricted_page", externalId, version });
      yield entries.filter(({ externalId }) => !restricted.has(externalId));
    }
    this.#leftOut = leftOut;
  }

  leftOut(): readonly LeftOutItem[] {
    return [...this.#leftOut.values()];
  }

  async page({ externalId }: WikiItem, signal: AbortSignal): Promise<WikiPage | null> {
    return this.#leftOut.has(externalId) ? null : this.#pages.read(externalId, "open", signal);
  }

  async restrictedPage(externalId: string, signal: AbortSignal): Promise<RestrictedText | null> {
    if (this.#options.readsRestricted !== true || !this.#leftOut.has(externalId)) return null;
    const page = await this.#pages.read(externalId, "any", signal);
    return page && restrictedPage(page);
  }

  comments(since: Date | null, signal: AbortSignal): AsyncGenerator<readonly WikiCommentEntry[]> {
    return this.#comments.entries(since, signal);
  }

  readComments(externalIds: readonly string[], signal: AbortSignal): Promise<readonly WikiComment[]> {
    return this.#comments.read(externalIds, signal);
  }

  async extras(signal: AbortSignal): Promise<WikiExtras> {
    const spaces = await this.#api.findSpaces(signal);
    const labels = new Map<string, string[]>();
    const attachments = new Map<string, string[]>();
    let isCut = false;
    for (const { key } of spaces) {
      for (const { id, metadata } of await this.#list(key, signal, "metadata.labels"))
        for (const { name } of metadata?.labels?.results ?? []) addExtra(labels, id, name);
      isCut ||= !(await unlessMissing(this.#addAttachments(key, attachments, signal)));
    }
    return extrasOf(labels, isCut ? null : attachments);
  }

  /** Pages and blog posts of a space, each once, as the token's owner may read them. */
  async #list(key: string, signal: AbortSignal, expand = ENTRY_EXPAND): Promise<ContentRow[]> {
    const { client, lists } = this.#api;
    const rows = new Map<string, ContentRow>();
    for (const type of DATA_CENTER_TYPES)
      for await (const results of lists("/content", { spaceKey: key, type, status: "current", expand }, signal))
        for (const row of client.read(z.array(ContentRow), results))
          rows.set(row.id, { ...row, type: row.type ?? type });
    return [...rows.values()].filter(({ status }) => (status ?? "current") === "current");
  }

  /** Pages that are restricted to users or groups, directly or through an ancestor: all of which nothing else is known. */
  async #restricted(rows: readonly ContentRow[], signal: AbortSignal): Promise<Set<string>> {
    const { client } = this.#api;
    const restrictedById = new Map<string, boolean | null>();
    const above = new Map(rows.map((row) => [row.id, (row.ancestors ?? null)?.map(({ id }) => id) ?? null]));
    for (const { id, restrictions } of rows) restrictedById.set(id, isRestricted(restrictions?.read));
    for (const id of [...above.values()].flatMap((ids) => ids ?? []))
      if (!restrictedById.has(id)) restrictedById.set(id, null);
    const unknown = [...restrictedById].filter(([, restricted]) => restricted === null).map(([id]) => id);
    await mapConcurrent(unknown, CONCURRENCY, async (id) =>
      restrictedById.set(id, await readOwn(client, id, signal, "")),
    );
    const isClosed = (id: string): boolean => {
      const ancestors = above.get(id) ?? null;
      return ancestors === null || [id, ...ancestors].some((pageId) => restrictedById.get(pageId) !== false);
    };
    return new Set(rows.map(({ id }) => id).filter(isClosed));
  }

  /** @returns false when there are too many */
  async #addAttachments(key: string, attachments: Map<string, string[]>, signal: AbortSignal): Promise<boolean> {
    const { client, lists } = this.#api;
    const cql = `${inSpace(key)} and type = attachment`;
    let count = 0;
    for await (const rows of lists("/content/search", { cql, expand: "container" }, signal)) {
      count += 1;
      if (count > MAX_LISTS) return false;
      for (const { title, container } of client.read(z.array(Attachment), rows))
        if (container && isTextRow(container)) addExtra(attachments, container.id, title);
    }
    return true;
  }
}
