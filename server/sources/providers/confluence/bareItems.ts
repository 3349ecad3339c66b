/** Content of Confluence Cloud without a text that is read: folders, whiteboards and databases. v2 has no list of them. */
import { SourceError } from "../../SourceError.ts";
import type { RestClient } from "../../rest/restClient.ts";
import type { WikiPage } from "../../connector/wikiTypes.ts";
import type { ConfluenceApi } from "./confluenceApi.ts";
import type { ConfluencePages } from "./ConfluencePages.ts";
import { SEARCH_REFUSALS, RESTRICTIONS_EXPAND, readOwn } from "./confluenceRestrictions.ts";
import { ContentRow } from "./contentRows.ts";
import { inSpace, searchContent } from "./searchContent.ts";

const BARE_TYPES = ["folder", "whiteboard", "database"];
const EXPAND = "version,history,ancestors,extensions.position";

export const isBareRow = ({ type, status }: ContentRow): boolean =>
  BARE_TYPES.includes(type ?? "") && (status ?? "current") === "current";

interface ItemSearch {
  /** With restrictions of pages and blog posts too, which need a credential. */
  readonly withRestrictions: boolean;
  readonly onRow: (row: ContentRow) => Promise<void>;
}

/** Searches the items of a space. A site that does not know the newer types is asked for the others. @throws SourceError */
export async function searchItems(
  client: RestClient,
  spaceKey: string,
  { withRestrictions, onRow }: ItemSearch,
  signal: AbortSignal,
): Promise<void> {
  const texts = withRestrictions ? ["page", "blogpost"] : [];
  const expand = withRestrictions ? `${EXPAND},${RESTRICTIONS_EXPAND}` : EXPAND;
  const search = async (types: readonly string[]): Promise<void> => {
    const cql = `${inSpace(spaceKey)} and type in (${types.join(", ")})`;
    for await (const results of searchContent(client, { cql, expand }, signal))
      // A row that cannot be read is missing, and a missing one is asked about by itself.
      for (const row of client.rows(ContentRow, results, () => undefined)) await onRow(row);
  };
  try {
    await search([...texts, ...BARE_TYPES]);
  } catch (error) {
    const isUnknownType = error instanceof SourceError && error.refusal?.status === 400;
    if (!isUnknownType) throw error;
    if (texts.length > 0) await search(texts);
  }
}

/** Numbers of such items in a space, by pages of the search; none where the site does not know the types. @throws SourceError */
export async function* countBareItems(
  client: RestClient,
  spaceKey: string,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const cql = `${inSpace(spaceKey)} and type in (${BARE_TYPES.join(", ")})`;
  try {
    for await (const results of searchContent(client, { cql, expand: "version" }, signal))
      yield client.rows(ContentRow, results, () => undefined).filter(isBareRow).length;
  } catch (error) {
    if (!(error instanceof SourceError) || !SEARCH_REFUSALS.has(error.code)) throw error;
  }
}

/** Searches items by their ids; one that is gone, or may not be shown, is missing. @throws SourceError */
export async function readBareItems(
  { client, findSpaces }: ConfluenceApi,
  pages: ConfluencePages,
  externalIds: readonly string[],
  signal: AbortSignal,
): Promise<WikiPage[]> {
  const spaces = await findSpaces(signal);
  const ids = externalIds.filter((id) => /^\d{1,20}$/.test(id));
  const items: WikiPage[] = [];
  if (ids.length === 0) return items;
  const cql = `id in (${ids.join(",")})`;
  for await (const results of searchContent(client, { cql, expand: `${EXPAND},space` }, signal))
    for (const row of client.rows(ContentRow, results, () => undefined)) {
      const space = spaces.find(({ key }) => key === row.space?.key);
      if (!ids.includes(row.id) || !isBareRow(row) || !space) continue;
      if (client.context.hasCredential && (await readOwn(client, row.id, signal))) continue;
      items.push(await pages.bareItem(row, space, signal));
    }
  return items;
}
