/** The rows of a Confluence Data Center (REST v1). */
import { z } from "zod";
import { isBotAccount } from "../../../isBotAccount.ts";
import type { TrackerPerson } from "../../connector/connectorTypes.ts";
import type { WikiEntry } from "../../connector/wikiTypes.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";
import { Restrictions } from "./confluenceRestrictions.ts";

const Id = z.union([z.string(), z.number()]).transform(String);
/** A page is read without a time that is none. */
const OptionalTime = HostTime.nullish().catch(null);
/** `none` where the pages of a level were never arranged. */
const Position = z.number().int().nullish().catch(null);

export const ContentUser = z.object({
  type: z.string().nullish(),
  username: z.string().nullish(),
  userKey: z.string().nullish(),
  displayName: z.string().nullish(),
});
type ContentUser = z.infer<typeof ContentUser>;
export const ContentVersion = z.object({ number: HostNumber, when: OptionalTime, by: ContentUser.nullish() });
export type ContentVersion = z.infer<typeof ContentVersion>;
const Titles = z.object({
  results: z.array(z.object({ title: z.string() })),
  size: z.number().nullish(),
  limit: z.number().nullish(),
});

export const ContentRow = z.object({
  id: Id,
  type: z.string().nullish(),
  status: z.string().nullish(),
  title: z.string().nullish(),
  space: z.object({ key: z.string() }).nullish(),
  version: ContentVersion.nullish(),
  ancestors: z.array(z.object({ id: Id })).nullish(),
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
  version: row.version?.number ?? 1,
  parentId: row.ancestors?.at(-1)?.id ?? null,
  position: row.extensions?.position ?? row.position ?? 0,
});

/** Null for a visitor, and for a user of whom nothing is left. @param host a part of the id, because hosts number their users alike */
export function personOf(user: ContentUser | null | undefined, host: string): TrackerPerson | null {
  const id = user?.userKey || user?.username;
  if (!user || !id) return null;
  const name = user.displayName || user.username || id;
  return { externalId: `${host}/${id}`, login: name, name, email: null, avatarUrl: null, isBot: isBotAccount(name) };
}
