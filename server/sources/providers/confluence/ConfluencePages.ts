import type { PageKind } from "../../../../contract/documents/pageKinds.ts";
import { HostUrl } from "../../rest/hostFields.ts";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { WikiItem, WikiPage } from "../../connector/wikiTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { adfToMarkdown } from "../atlassian/adf.ts";
import { parseJson } from "../../responses/parseJson.ts";
import { query } from "../../rest/restClient.ts";
import { type ConfluenceApi, PAGE_SIZE, type Space, optional } from "./confluenceApi.ts";
import { type ContentRow, type ContentUser, entryOf, timesOf } from "./contentRows.ts";
import { Attachment, PageLabel, PageRow, User, Version, parentOf } from "./confluenceRows.ts";
import { mapConcurrent } from "../../../concurrency.ts";
import { mentionedUsers, storageToMarkdown } from "./storageFormat.ts";

/** The maximum of lists that are read for the labels, files and versions of one page. */
const MAX_PAGES = 4;
/** Mentioned users of one page whose names are requested. */
const MAX_MENTIONS = 200;
const CONCURRENCY = 4;
/** Lists of the kinds that have a text. */
export const LISTS = { page: "pages", blog_post: "blogposts" } as const satisfies Partial<Record<PageKind, string>>;

/** An item with a text. */
export interface TextItem extends WikiItem {
  readonly kind: keyof typeof LISTS;
}

/** Reads whole pages. */
export class ConfluencePages {
  readonly #api: ConfluenceApi;
  readonly #site: string;
  readonly #people = new Map<string, TrackerPerson>();

  /** @param site the address of the site, for links */
  constructor(api: ConfluenceApi, site: string) {
    this.#api = api;
    this.#site = site;
  }

  /** Reads a page or a blog post. @returns null when it is gone, or not in a space that is read */
  async read({ externalId, kind }: TextItem, signal: AbortSignal): Promise<WikiPage | null> {
    const path = `/${LISTS[kind]}/${encodeURIComponent(externalId)}`;
    const row = await this.#row(path, signal);
    const space = row && (await this.#spaceOf(row, signal));
    if (!row || !space) return null;
    const number = row.version?.number ?? 1;
    const list = query({ limit: PAGE_SIZE });
    const { all } = this.#api;
    const [labels, attachments, versions] = await Promise.all([
      optional(all(`${path}/labels${list}`, PageLabel, signal, MAX_PAGES)),
      optional(all(`${path}/attachments${list}`, Attachment, signal, MAX_PAGES)),
      number === 1 ? [] : optional(all(`${path}/versions${list}`, Version, signal, MAX_PAGES)),
    ]);
    const createdAt = new Date(row.createdAt ?? row.version?.createdAt ?? 0);
    const listedVersions = versions.length > 0 ? versions : row.version ? [row.version] : [];
    return {
      externalId: row.id,
      kind,
      spaceKey: space.key,
      spaceName: space.name ?? space.key,
      parentId: parentOf(row),
      position: row.position ?? 0,
      title: row.title ?? "",
      version: number,
      versions: await this.#versions(listedVersions, createdAt, signal),
      author: await this.#person(row.version?.authorId ?? row.authorId, signal),
      labels: labels.map(({ name }) => name),
      attachments: attachments.map(({ title }) => title),
      body: await this.body(row, space, signal),
      url:
        HostUrl.parse(
          `${this.#site}${row._links?.webui || `/spaces/${space.key}/${kind === "blog_post" ? "blog" : "pages"}/${row.id}`}`,
        ) ?? "",
      createdAt,
      updatedAt: new Date(row.version?.createdAt ?? row.createdAt ?? 0),
    };
  }

  /** The text of a page as Markdown, with the names of mentioned users. */
  async body(row: PageRow, space: Space, signal: AbortSignal): Promise<string> {
    const storage = row.body?.storage?.value;
    return storage ? this.text(storage, { spaceKey: space.key, pageId: row.id }, signal) : documentOf(row);
  }

  /** The storage format of a page or of a comment on it as Markdown, with the names of mentioned users. */
  async text(storage: string, place: { spaceKey: string; pageId: string }, signal: AbortSignal): Promise<string> {
    const mentioned = [...mentionedUsers(storage)].filter(([, kind]) => kind === "accountId").slice(0, MAX_MENTIONS);
    await mapConcurrent(mentioned, CONCURRENCY, ([id]) => this.#person(id, signal));
    const nameOf = (id: string): string | null => {
      const name = this.#people.get(id)?.name;
      // Where the host does not tell a name, the id takes its place.
      return name === undefined || name === id ? null : name;
    };
    return storageToMarkdown(storage, { site: this.#site, ...place, nameOf });
  }

  /** A folder, a whiteboard or a database: its title, its link and its place. */
  async bareItem(row: ContentRow, space: Pick<Space, "key" | "name">, signal: AbortSignal): Promise<WikiPage> {
    return {
      ...entryOf(row),
      spaceKey: space.key,
      spaceName: space.name ?? space.key,
      title: row.title ?? "",
      versions: [],
      author: await this.personOf(row.version?.by ?? row.history?.createdBy, signal),
      labels: [],
      attachments: [],
      body: "",
      url: this.addressOf(row) ?? "",
      ...timesOf(row),
    };
  }

  /** The address of content that a search found. */
  addressOf({ _links }: Pick<ContentRow, "_links">): string | null {
    return HostUrl.parse(_links?.webui ? `${this.#site}${_links.webui}` : null);
  }

  /** A user that a search named; one without a name is requested. */
  async personOf(user: ContentUser | null | undefined, signal: AbortSignal): Promise<TrackerPerson | null> {
    const { accountId } = user ?? {};
    if (!user || !accountId) return null;
    if ((user.displayName || user.publicName) && !this.#people.has(accountId))
      this.#people.set(accountId, trackerPerson({ ...user, accountId }));
    return this.#person(accountId, signal);
  }

  /** Null when the page is gone. */
  async #row(path: string, signal: AbortSignal): Promise<PageRow | null> {
    const { client } = this.#api;
    try {
      const { data } = await client.get(`${path}${query({ "body-format": "storage" })}`, "page", signal);
      return client.read(PageRow, data);
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
      throw error;
    }
  }

  /** Null for a page in the bin, archived, or moved to a space that is not read. */
  async #spaceOf(row: PageRow, signal: AbortSignal): Promise<Space | null> {
    const spaces = await this.#api.findSpaces(signal);
    const space = spaces.find(({ id }) => id === row.spaceId) ?? spaces[0];
    if ((row.status ?? "current") !== "current" || !space || (row.spaceId && space.id !== row.spaceId)) return null;
    return space;
  }

  async #versions(
    versions: readonly Version[],
    pageCreatedAt: Date,
    signal: AbortSignal,
  ): Promise<WikiPage["versions"]> {
    const written = [];
    for (const { number, authorId, createdAt } of versions) {
      const author = await this.#person(authorId, signal);
      written.push({ number, author, createdAt: createdAt ? new Date(createdAt) : pageCreatedAt });
    }
    return written;
  }

  /** Resolves an account id. Names are optional: when the token may not read them, the id is kept. */
  async #person(id: string | null | undefined, signal: AbortSignal): Promise<TrackerPerson | null> {
    if (!id) return null;
    const person = this.#people.get(id);
    if (person) return person;
    const answer = await this.#api.client
      .get(`../../rest/api/user${query({ accountId: id })}`, "account", signal)
      .catch((error: unknown) => {
        // Only a permanent failure is stored as a missing name; transient ones fail the read.
        const isUnknown =
          error instanceof SourceError && ["forbidden", "not_found", "gone", "bad_answer"].includes(error.code);
        if (isUnknown) return null;
        throw error;
      });
    const parsed = User.safeParse(answer?.data);
    const user = parsed.success ? parsed.data : { accountId: id };
    const account = trackerPerson({ ...user, accountId: id });
    this.#people.set(id, account);
    return account;
  }
}

function trackerPerson({ accountId, displayName, publicName, email, accountType }: User): TrackerPerson {
  const name = displayName ?? publicName ?? accountId;
  return {
    externalId: accountId,
    login: name,
    name,
    email: email || null,
    avatarUrl: null,
    isBot: accountType === "app" || isBotAccount(name),
  };
}

/** The text of a page in the document format. */
function documentOf(row: PageRow): string {
  const document = row.body?.atlas_doc_format?.value;
  if (!document) return "";
  try {
    return adfToMarkdown(parseJson(document, "item"));
  } catch {
    return "";
  }
}
