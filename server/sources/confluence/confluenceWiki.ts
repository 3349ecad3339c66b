import { z } from "zod";
import { message } from "../../messages/messages.ts";
import type { LeftOutItem, SourceFacts } from "../connectorTypes.ts";
import type { Wiki, WikiEntry } from "../wikiTypes.ts";
import { restrictedPage } from "../restrictedText.ts";
import { query } from "../rest/restClient.ts";
import { type ConfluenceOptions, List, PAGE_SIZE, type Space, createConfluenceApi, optional } from "./confluenceApi.ts";
import { readConfluenceExtras } from "./confluenceExtras.ts";
import { PageRow, User, createPageReader, parentOf } from "./confluencePages.ts";
import { missingScopes, readRestrictedPages } from "./confluenceRestrictions.ts";

/** Spaces and their pages from Confluence Cloud. */
export function createConfluenceWiki(options: ConfluenceOptions): Wiki {
  const { url, credential } = options;
  const api = createConfluenceApi(options);
  const { client, lists, findSpaces } = api;
  const readPage = createPageReader(api, url.site);
  /** Pages of the last complete list that are left out, by their ids. */
  let leftOut: ReadonlyMap<string, LeftOutItem> = new Map();

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
