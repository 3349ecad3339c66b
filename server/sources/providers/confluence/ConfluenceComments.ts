import { z } from "zod";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { WikiComment, WikiCommentEntry } from "../../connector/wikiTypes.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";
import { mapConcurrent } from "../../../concurrency.ts";
import type { ConfluenceApi, ConfluenceOptions } from "./confluenceApi.ts";
import type { ConfluencePages } from "./ConfluencePages.ts";
import type { ConfluenceDataCenter } from "./confluenceDataCenter.ts";
import { ContentUser, personOf } from "./contentRows.ts";
import type { DataCenterPages } from "./DataCenterPages.ts";
import { type ContentQuery, inSpace, searchContent } from "./searchContent.ts";

const ENTRY_EXPAND = "container,version";
const TEXT_EXPAND = "container,version,history,space,body.storage,extensions.inlineProperties";
/** Comments of one request with their texts: hosts give no more than 50 rows with bodies. */
const BATCH_SIZE = 50;
const CONCURRENCY = 4;
const MAX_QUOTE_LENGTH = 2000;

const Id = z.union([z.string(), z.number()]).transform(String);
const OptionalTime = HostTime.nullish().catch(null);
const EntryRow = z.object({
  id: Id,
  type: z.string().nullish(),
  status: z.string().nullish(),
  /** Missing for a comment whose page is gone. */
  container: z.object({ id: Id.nullish(), type: z.string().nullish() }).nullish(),
  version: z.object({ number: HostNumber, when: OptionalTime, by: ContentUser.nullish() }).nullish(),
});
const TextRow = EntryRow.extend({
  history: z.object({ createdDate: OptionalTime, createdBy: ContentUser.nullish() }).nullish(),
  space: z.object({ key: z.string() }).nullish(),
  body: z.object({ storage: z.object({ value: z.string().nullish() }).nullish() }).nullish(),
  extensions: z
    .object({
      location: z.string().nullish(),
      inlineProperties: z.object({ originalSelection: z.string().nullish() }).nullish(),
    })
    .nullish()
    .catch(null),
  _links: z.object({ webui: z.string().nullish() }).nullish(),
});

/** What both editions of Confluence have for their comments. */
interface CommentHost {
  readonly client: RestClient;
  /** Conditions by which all comments are found: one for each space, or none. */
  readonly places: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly search: (query: ContentQuery, signal: AbortSignal) => AsyncGenerator<readonly unknown[]>;
  readonly personOf: (user: ContentUser | null | undefined, signal: AbortSignal) => Promise<TrackerPerson | null>;
  readonly text: (storage: string, place: { spaceKey: string; pageId: string }, signal: AbortSignal) => Promise<string>;
  readonly addressOf: (row: { _links?: { webui?: string | null } | null }) => string | null;
}

/** Comments on pages and blog posts by the search of v1, which finds those of a whole space where v2 lists those of one page or of the site. */
export class ConfluenceComments {
  readonly #host: CommentHost;

  constructor(host: CommentHost) {
    this.#host = host;
  }

  /** @param since the last change of those that are listed; null: all of them */
  async *entries(since: Date | null, signal: AbortSignal): AsyncGenerator<readonly WikiCommentEntry[]> {
    const { client, places, search } = this.#host;
    for (const place of await places(signal)) {
      const cql = `${place}type = comment order by lastmodified desc`;
      for await (const results of search({ cql, expand: ENTRY_EXPAND }, signal)) {
        const entries = client.rows(EntryRow, results).flatMap((row) => commentEntry(row) ?? []);
        yield entries;
        const last = entries.at(-1);
        if (since !== null && last && last.updatedAt < since) break;
      }
    }
  }

  /** Comments with their texts, many of them by one request. */
  async read(externalIds: readonly string[], signal: AbortSignal): Promise<readonly WikiComment[]> {
    const { client, search } = this.#host;
    const ids = externalIds.filter((id) => /^\d{1,20}$/.test(id));
    const comments: WikiComment[] = [];
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const cql = `type = comment and id in (${ids.slice(at, at + BATCH_SIZE).join(",")})`;
      for await (const results of search({ cql, expand: TEXT_EXPAND, limit: BATCH_SIZE }, signal)) {
        const rows = client.rows(TextRow, results);
        const texts = await mapConcurrent(rows, CONCURRENCY, (row) => this.#commentOf(row, signal));
        comments.push(...texts.filter((text) => text !== null));
      }
    }
    return comments;
  }

  async #commentOf(row: z.infer<typeof TextRow>, signal: AbortSignal): Promise<WikiComment | null> {
    const entry = commentEntry(row);
    if (!entry) return null;
    const { personOf, text, addressOf } = this.#host;
    const { version, history, space, body, extensions } = row;
    const { location, inlineProperties } = extensions ?? {};
    const storage = body?.storage?.value;
    return {
      ...entry,
      // `resolved` is the place of an inline comment that was resolved, at a Data Center.
      kind: location === "inline" || location === "resolved" || inlineProperties ? "inline" : "footer",
      quote: inlineProperties?.originalSelection?.slice(0, MAX_QUOTE_LENGTH) || null,
      author: await personOf(history?.createdBy ?? version?.by, signal),
      body: storage ? await text(storage, { spaceKey: space?.key ?? "", pageId: entry.pageId }, signal) : "",
      url: addressOf(row),
      createdAt: new Date(history?.createdDate ?? version?.when ?? 0),
    };
  }
}

/** Null for a comment on a file, and for one that was deleted. */
function commentEntry({ id, type, status, container, version }: z.infer<typeof EntryRow>): WikiCommentEntry | null {
  if ((type ?? "comment") !== "comment" || (status ?? "current") !== "current" || !container?.id) return null;
  if (container.type && container.type !== "page" && container.type !== "blogpost") return null;
  return {
    externalId: id,
    pageId: container.id,
    version: version?.number ?? 1,
    updatedAt: new Date(version?.when ?? 0),
  };
}

/** The conditions for these spaces; none where the whole site is read. */
export const placesOf = (spaces: readonly { readonly key: string }[], isWhole: boolean): readonly string[] =>
  isWhole ? [""] : spaces.map(({ key }) => `${inSpace(key)} and `);

/** Comments of Confluence Cloud. */
export const cloudComments = (
  { client, findSpaces }: ConfluenceApi,
  pages: ConfluencePages,
  { url }: ConfluenceOptions,
): ConfluenceComments =>
  new ConfluenceComments({
    client,
    places: async (signal) => placesOf(url.space === null ? [] : await findSpaces(signal), url.space === null),
    search: (query, signal) => searchContent(client, query, signal),
    personOf: (user, signal) => pages.personOf(user, signal),
    text: (storage, place, signal) => pages.text(storage, place, signal),
    addressOf: (row) => pages.addressOf(row),
  });

/** Comments of Confluence Data Center. */
export const dataCenterComments = (
  { client, findSpaces, lists }: ConfluenceDataCenter,
  pages: DataCenterPages,
  { url }: ConfluenceOptions,
): ConfluenceComments => {
  const isWhole = url.space === null && url.pageId === null;
  return new ConfluenceComments({
    client,
    places: async (signal) => placesOf(isWhole ? [] : await findSpaces(signal), isWhole),
    search: (query, signal) => lists("/content/search", { ...query }, signal),
    personOf: (user) => Promise.resolve(personOf(user, client.context.host)),
    text: (storage, place, signal) => pages.text(storage, place, signal),
    addressOf: (row) => pages.addressOf(row),
  });
};
