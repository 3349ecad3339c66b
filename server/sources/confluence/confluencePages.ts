import { z } from "zod";
import { isBotAccount } from "../../../contract/bots.ts";
import type { TrackerPerson } from "../connectorTypes.ts";
import type { WikiPage } from "../wikiTypes.ts";
import { SourceError } from "../SourceError.ts";
import { adfToMarkdown } from "../jira/adf.ts";
import { parseJson } from "../responses/parseJson.ts";
import { HostNumber, HostTime } from "../rest/hostFields.ts";
import { query } from "../rest/restClient.ts";
import { type ConfluenceApi, PAGE_SIZE, optional } from "./confluenceApi.ts";
import { storageToMarkdown } from "./storageFormat.ts";

/** The maximum of lists that are read for the labels, files and versions of one page. */
const MAX_PAGES = 4;

const Version = z.object({
  number: HostNumber,
  createdAt: HostTime.nullish(),
  authorId: z.string().nullish(),
});
export const PageRow = z.object({
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
const Label = z.object({ name: z.string() });
const Attachment = z.object({ title: z.string() });
export const User = z.object({
  accountId: z.string(),
  displayName: z.string().nullish(),
  publicName: z.string().nullish(),
  email: z.string().nullish(),
  accountType: z.string().nullish(),
});

/** Reads one page whole; null when it is gone, or not in a space that is read. @param site the address of the site, for links */
export function createPageReader(
  { client, all, findSpaces }: ConfluenceApi,
  site: string,
): (externalId: string, signal: AbortSignal) => Promise<WikiPage | null> {
  const people = new Map<string, TrackerPerson>();

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

  return async (externalId: string, signal: AbortSignal): Promise<WikiPage | null> => {
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
      body: bodyOf(row, { site, spaceKey: space.key }),
      url: row._links?.webui ? `${site}${row._links.webui}` : `${site}/spaces/${space.key}/pages/${row.id}`,
      createdAt,
      updatedAt: new Date(row.version?.createdAt ?? row.createdAt ?? 0),
    };
  };
}

/** A parent that is a folder or a whiteboard is not a page, so the page becomes a top-level one. */
export const parentOf = ({ parentId, parentType }: z.infer<typeof PageRow>): string | null =>
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
