import { z } from "zod";
import { isBotAccount } from "../../../contract/bots.ts";
import type { Credential } from "../Credential.ts";
import { SourceError } from "../SourceError.ts";
import { parseJson } from "../responses/parseJson.ts";
import { adfToMarkdown } from "../jira/adf.ts";
import { atlassianAuthorization, isAtSite, locateSite } from "../jira/atlassianAccess.ts";
import type { Egress } from "../egress.ts";
import { boundRows } from "../rest/listBounds.ts";
import { type RestResponse, createRestClient, nextOf, query } from "../rest/restClient.ts";
import type { LeftOutItem, SourceFacts, TrackerPerson, Wiki, WikiEntry, WikiPage } from "../connectorTypes.ts";
import { restrictedPage } from "../restrictedText.ts";
import { readConfluenceExtras } from "./confluenceExtras.ts";
import { RESTRICTIONS_SCOPE, missingScopes, readRestrictedPages } from "./confluenceRestrictions.ts";
import type { ConfluenceUrl } from "./confluenceUrl.ts";
import { storageToMarkdown } from "./storageFormat.ts";
import { HostNumber, HostTime } from "../rest/hostFields.ts";
import { message } from "../../messages/messages.ts";

export interface ConfluenceOptions {
  readonly url: ConfluenceUrl;
  readonly credential: Credential | null;
  readonly egress: Pick<Egress, "fetch">;
  /** Gives the texts of restricted items too. */
  readonly readsRestricted?: boolean;
  readonly retries?: number;
  readonly retryAfter?: number;
  readonly now?: () => number;
}

const CONFLUENCE_SCOPES = ["read:space:confluence", "read:page:confluence", RESTRICTIONS_SCOPE];
const PAGE_SIZE = 250;
/** The maximum of lists that are read for the labels, files and versions of one page. */
const MAX_PAGES = 4;

const Space = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  key: z.string(),
  name: z.string().nullish(),
  status: z.string().nullish(),
});
type Space = z.infer<typeof Space>;
const Version = z.object({
  number: HostNumber,
  createdAt: HostTime.nullish(),
  authorId: z.string().nullish(),
});
const PageRow = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  status: z.string().nullish(),
  title: z.string().nullish(),
  spaceId: z.union([z.string(), z.number()]).transform(String).nullish(),
  parentId: z.union([z.string(), z.number()]).transform(String).nullish(),
  parentType: z.string().nullish(),
  position: z.number().int().nullish(),
  authorId: z.string().nullish(),
  createdAt: HostTime.nullish(),
  version: Version.nullish(),
  body: z
    .object({
      storage: z.object({ value: z.string().nullish() }).nullish(),
      atlas_doc_format: z.object({ value: z.string().nullish() }).nullish(),
    })
    .nullish(),
  _links: z.object({ webui: z.string().nullish() }).nullish(),
});
const List = z.object({
  results: z.array(z.unknown()),
  _links: z.object({ next: z.string().nullish() }).nullish(),
});
const Label = z.object({ name: z.string() });
const Attachment = z.object({ title: z.string() });
const User = z.object({
  accountId: z.string(),
  displayName: z.string().nullish(),
  publicName: z.string().nullish(),
  email: z.string().nullish(),
  accountType: z.string().nullish(),
});

/** Spaces and their pages from Confluence Cloud. */
export function createConfluenceWiki(options: ConfluenceOptions): Wiki {
  const { url, credential } = options;
  const client = createRestClient({
    ...options,
    api: url.api,
    provider: "Confluence Cloud",
    host: url.host,
    thing: url.space === null ? "wiki" : "space",
    scopes: CONFLUENCE_SCOPES,
    hasCredential: credential !== null,
    isOauth: credential?.isOauth === true,
    authorization: credential && atlassianAuthorization(credential),
    locate: isAtSite(credential, url)
      ? undefined
      : (signal) => locateSite("confluence", options, "/wiki/api/v2", signal),
  });
  const people = new Map<string, TrackerPerson>();
  let spaces: readonly Space[] | undefined;
  /** Pages of the last complete list that are left out, by their ids. */
  let leftOut: ReadonlyMap<string, LeftOutItem> = new Map();

  /** A list to its end. The host's link names a path of its site, of which what follows the API's root is ours. */
  const lists = async function* (
    path: string,
    signal: AbortSignal,
    most = Infinity,
  ): AsyncGenerator<readonly unknown[]> {
    let next: string | null = path;
    const bound = boundRows(url.host);
    for (let page = 0; next !== null && page < most; page += 1) {
      const answer: RestResponse = await client.get(next, "page", signal);
      const list: z.infer<typeof List> = client.read(List, answer.data);
      yield list.results;
      const link: string | null = list._links?.next ?? nextOf(answer);
      next = link === null ? null : (/\/api\/v2(\/.*)$/.exec(link)?.[1] ?? null);
      if (next !== null && most === Infinity) bound(list.results);
    }
  };
  const all = async <T>(path: string, shape: z.ZodType<T>, signal: AbortSignal, most?: number): Promise<T[]> => {
    const rows: T[] = [];
    for await (const results of lists(path, signal, most)) rows.push(...client.read(z.array(shape), results));
    return rows;
  };
  const findSpaces = async (signal: AbortSignal): Promise<readonly Space[]> => {
    if (spaces) return spaces;
    const found = await all(
      `/spaces${query({ keys: url.space, limit: url.space === null ? PAGE_SIZE : 2 })}`,
      Space,
      signal,
    );
    const ours = url.space === null ? found : found.filter(({ key }) => key.toLowerCase() === url.space?.toLowerCase());
    if (ours.length === 0) {
      throw new SourceError(
        "not_found",
        credential ? message("space.not_shown", { host: url.host }) : message("space.not_visible", { host: url.host }),
      );
    }
    return (spaces = ours);
  };
  /** Pages of one space by the list of their ids, which shows what the token's owner may read. */
  const listed = async (space: Space, status: "current" | "archived", signal: AbortSignal): Promise<WikiEntry[]> => {
    const entries: WikiEntry[] = [];
    for await (const results of lists(
      `/spaces/${space.id}/pages${query({ status, limit: PAGE_SIZE, sort: "id" })}`,
      signal,
    )) {
      for (const row of client.read(z.array(PageRow), results)) {
        if ((row.status ?? "current") !== status) continue;
        const { id: externalId, version, position } = row;
        entries.push({ externalId, version: version?.number ?? 1, parentId: parentOf(row), position: position ?? 0 });
      }
    }
    return entries;
  };
  /** Resolves an account id. Names are optional: when the token may not read them, the id is kept. */
  const person = async (id: string | null | undefined, signal: AbortSignal): Promise<TrackerPerson | null> => {
    if (!id) return null;
    const known = people.get(id);
    if (known) return known;
    const answer = await client
      .get(`../../rest/api/user${query({ accountId: id })}`, "account", signal)
      .catch((error: unknown) => {
        // What passes, or ends the reading, must not leave a number where a name belongs.
        const isUnknown =
          error instanceof SourceError && ["forbidden", "not_found", "gone", "bad_answer"].includes(error.code);
        if (isUnknown) return null;
        throw error;
      });
    const parsed = User.safeParse(answer?.data);
    const user = parsed.success ? parsed.data : { accountId: id };
    const name = user.displayName ?? user.publicName ?? id;
    const found: TrackerPerson = {
      externalId: id,
      login: name,
      name,
      email: user.email || null,
      avatarUrl: null,
      isBot: user.accountType === "app" || isBotAccount(name),
    };
    people.set(id, found);
    return found;
  };

  const readPage = async (externalId: string, signal: AbortSignal): Promise<WikiPage | null> => {
    const path = `/pages/${encodeURIComponent(externalId)}`;
    let row: z.infer<typeof PageRow>;
    try {
      row = client.read(
        PageRow,
        (await client.get(`${path}${query({ "body-format": "storage" })}`, "page", signal)).data,
      );
    } catch (error) {
      if (error instanceof SourceError && (error.code === "not_found" || error.code === "gone")) return null;
      throw error;
    }
    const found = await findSpaces(signal);
    const space = found.find(({ id }) => id === row.spaceId) ?? found[0];
    // In the bin, archived, or moved to a space that is not read.
    if ((row.status ?? "current") !== "current" || !space || (row.spaceId && space.id !== row.spaceId)) return null;
    const number = row.version?.number ?? 1;
    const [labels, attachments, versions] = await Promise.all([
      optional(all(`${path}/labels${query({ limit: PAGE_SIZE })}`, Label, signal, MAX_PAGES)),
      optional(all(`${path}/attachments${query({ limit: PAGE_SIZE })}`, Attachment, signal, MAX_PAGES)),
      number === 1 ? [] : optional(all(`${path}/versions${query({ limit: PAGE_SIZE })}`, Version, signal, MAX_PAGES)),
    ]);
    const createdAt = new Date(row.createdAt ?? row.version?.createdAt ?? 0);
    const known = versions.length > 0 ? versions : row.version ? [row.version] : [];
    const written = [];
    for (const version of known) {
      written.push({
        number: version.number,
        author: await person(version.authorId, signal),
        createdAt: version.createdAt ? new Date(version.createdAt) : createdAt,
      });
    }
    return {
      externalId: row.id,
      spaceKey: space.key,
      spaceName: space.name ?? space.key,
      parentId: parentOf(row),
      position: row.position ?? 0,
      title: row.title ?? "",
      version: number,
      author: await person(row.version?.authorId ?? row.authorId, signal),
      labels: labels.map(({ name }) => name),
      attachments: attachments.map(({ title }) => title),
      versions: written,
      body: bodyOf(row, { site: url.site, spaceKey: space.key }),
      url: row._links?.webui ? `${url.site}${row._links.webui}` : `${url.site}/spaces/${space.key}/pages/${row.id}`,
      createdAt,
      updatedAt: new Date(row.version?.createdAt ?? row.createdAt ?? 0),
    };
  };

  return {
    async describe(signal): Promise<SourceFacts> {
      const [found, account] = await Promise.all([
        findSpaces(signal),
        client.get("../../rest/api/user/current", "account", signal).catch(() => null),
      ]);
      const [first] = found;
      const listed = first
        ? await client.get(`/spaces/${first.id}/pages${query({ limit: 3, sort: "-modified-date" })}`, "item", signal)
        : null;
      const rows = listed ? client.read(z.array(PageRow), client.read(List, listed.data).results) : [];
      const known = User.safeParse(account?.data);
      return {
        name: url.space === null ? url.host : `${first?.name ?? url.space} (${first?.key ?? url.space})`,
        visibility: credential ? "unknown" : "public",
        notes: url.space === null ? [message("note.all_spaces", { count: found.length })] : [],
        account: known.success ? (known.data.displayName ?? known.data.publicName ?? null) : null,
        missing: first && credential ? await missingScopes(client, first.key, signal) : [],
        limitLeft: null,
        sample: rows.flatMap(({ title }) => title ?? []),
      };
    },

    async *entries(signal): AsyncGenerator<readonly WikiEntry[]> {
      const found = new Map<string, LeftOutItem>();
      for (const space of await findSpaces(signal)) {
        const pages = await listed(space, "current", signal);
        for (const { externalId } of await optional(listed(space, "archived", signal)))
          found.set(externalId, { kind: "archived_page", externalId });
        // A visitor is shown only pages without restrictions.
        const restricted = credential
          ? await readRestrictedPages({ client, spaceKey: space.key, pages, signal })
          : new Set<string>();
        for (const { externalId, version } of pages)
          if (restricted.has(externalId)) found.set(externalId, { kind: "restricted_page", externalId, version });
        yield pages.filter(({ externalId }) => !restricted.has(externalId));
      }
      leftOut = found;
    },

    leftOut: () => [...leftOut.values()],

    page: async (externalId, signal) => (leftOut.has(externalId) ? null : readPage(externalId, signal)),

    async restrictedPage(externalId, signal) {
      if (options.readsRestricted !== true || leftOut.get(externalId)?.kind !== "restricted_page") return null;
      const page = await readPage(externalId, signal);
      return page && restrictedPage(page);
    },

    extras: async (signal) =>
      readConfluenceExtras({ spaces: await findSpaces(signal), lists, read: client.read, signal }),
  };
}

/** A parent that is a folder or a whiteboard is not a page, so the page becomes a top-level one. */
const parentOf = ({ parentId, parentType }: z.infer<typeof PageRow>): string | null =>
  parentId && (parentType ?? "page") === "page" ? parentId : null;

function bodyOf(row: z.infer<typeof PageRow>, context: { site: string; spaceKey: string }): string {
  const storage = row.body?.storage?.value;
  if (storage) return storageToMarkdown(storage, context);
  const document = row.body?.atlas_doc_format?.value;
  if (!document) return "";
  try {
    return adfToMarkdown(parseJson(document, "item"));
  } catch {
    return "";
  }
}

/** Optional data of a page: when the token may not read it, the page is read without it. */
async function optional<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return [];
    throw error;
  }
}
