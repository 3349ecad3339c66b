/** The rows of REST v1: all of Confluence Data Center, and those of searches at Confluence Cloud. */
import { z } from "zod";
import type { PageKind } from "../../../../contract/documents/pageKinds.ts";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { WikiEntry } from "../../connector/wikiTypes.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";
import { Restrictions } from "./restrictionRows.ts";

const Id = z.union([z.string(), z.number()]).transform(String);
/** A page is read without a time that is none. */
const OptionalTime = HostTime.nullish().catch(null);
/** `none` where the pages of a level were never arranged. */
const Position = z.number().int().nullish().catch(null);

export const ContentUser = z.object({
  type: z.string().nullish(),
  username: z.string().nullish(),
  userKey: z.string().nullish(),
  /** Confluence Cloud alone has it and the three after it. */
  accountId: z.string().nullish(),
  accountType: z.string().nullish(),
  publicName: z.string().nullish(),
  email: z.string().nullish(),
  displayName: z.string().nullish(),
});
export type ContentUser = z.infer<typeof ContentUser>;
export const ContentVersion = z.object({ number: HostNumber, when: OptionalTime, by: ContentUser.nullish() });
export type ContentVersion = z.infer<typeof ContentVersion>;
const Titles = z.object({
  results: z.array(z.object({ title: z.string() })),
  size: z.number().nullish(),
  limit: z.number().nullish(),
});

/** Kinds by their names in the API. */
const KINDS: Readonly<Record<string, PageKind>> = {
  page: "page",
  blogpost: "blog_post",
  folder: "folder",
  whiteboard: "whiteboard",
  database: "database",
};
/** Undefined for content that is no item of the wiki, such as a file. */
export const contentKindOf = (type: string | null | undefined): PageKind | undefined => KINDS[type ?? "page"];

export const ContentRow = z.object({
  id: Id,
  type: z.string().nullish(),
  status: z.string().nullish(),
  title: z.string().nullish(),
  space: z.object({ key: z.string() }).nullish(),
  version: ContentVersion.nullish(),
  ancestors: z.array(z.object({ id: Id, restrictions: Restrictions.nullish() })).nullish(),
  restrictions: Restrictions.nullish(),
  position: Position,
  extensions: z.object({ position: Position }).nullish().catch(null),
  history: z.object({ createdDate: OptionalTime, createdBy: ContentUser.nullish() }).nullish(),
  body: z.object({ storage: z.object({ value: z.string().nullish() }).nullish() }).nullish(),
  metadata: z.object({ labels: z.object({ results: z.array(z.object({ name: z.string() })) }).nullish() }).nullish(),
  children: z.object({ attachment: Titles.nullish() }).nullish(),
  _links: z.object({ webui: z.string().nullish() }).nullish(),
});
export type ContentRow = z.infer<typeof ContentRow>;

/** What a list of pages needs to return for `entryOf` and the restrictions. */
export const ENTRY_EXPAND = [
  "version",
  "ancestors",
  "extensions.position",
  "restrictions.read.restrictions.user",
  "restrictions.read.restrictions.group",
].join(",");

export const entryOf = (row: ContentRow): WikiEntry => ({
  externalId: row.id,
  kind: contentKindOf(row.type) ?? "page",
  version: row.version?.number ?? 1,
  parentId: row.ancestors?.at(-1)?.id ?? null,
  position: row.extensions?.position ?? row.position ?? 0,
});

/** Whether it is a page or a blog post. */
export const isTextRow = ({ type }: Pick<ContentRow, "type">): boolean =>
  ["page", "blog_post"].includes(contentKindOf(type) ?? "");

export const timesOf = ({ version, history }: Pick<ContentRow, "version" | "history">) => ({
  createdAt: new Date(history?.createdDate ?? version?.when ?? 0),
  updatedAt: new Date(version?.when ?? history?.createdDate ?? 0),
});

/** Null for a visitor, and for a user of whom nothing is left. @param host a part of the id, because hosts number their users alike */
export function personOf(user: ContentUser | null | undefined, host: string): TrackerPerson | null {
  const id = user?.userKey || user?.username;
  if (!user || !id) return null;
  const name = user.displayName || user.username || id;
  return { externalId: `${host}/${id}`, login: name, name, email: null, avatarUrl: null, isBot: isBotAccount(name) };
}
