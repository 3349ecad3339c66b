/** The rows of Confluence's answers. */
import { z } from "zod";
import { contentKindOf } from "./contentRows.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";

/** A page is read without a time that is none. */
const OptionalTime = HostTime.nullish().catch(null);

export const Version = z.object({
  number: HostNumber,
  createdAt: OptionalTime,
  authorId: z.string().nullish(),
});
export type Version = z.infer<typeof Version>;
export const PageRow = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  status: z.string().nullish(),
  title: z.string().nullish(),
  spaceId: z.union([z.string(), z.number()]).transform(String).nullish(),
  parentId: z.union([z.string(), z.number()]).transform(String).nullish(),
  parentType: z.string().nullish(),
  position: z.number().int().nullish(),
  authorId: z.string().nullish(),
  createdAt: OptionalTime,
  version: Version.nullish(),
  body: z
    .object({
      storage: z.object({ value: z.string().nullish() }).nullish(),
      atlas_doc_format: z.object({ value: z.string().nullish() }).nullish(),
    })
    .nullish(),
  _links: z.object({ webui: z.string().nullish() }).nullish(),
});
export type PageRow = z.infer<typeof PageRow>;
export const PageLabel = z.object({ name: z.string() });
export const Attachment = z.object({ title: z.string() });
export const User = z.object({
  accountId: z.string(),
  displayName: z.string().nullish(),
  publicName: z.string().nullish(),
  email: z.string().nullish(),
  accountType: z.string().nullish(),
});
export type User = z.infer<typeof User>;

/** A parent of a kind that is not read, such as an embedded page of another site, does not name it: the page becomes a top-level one. */
export const parentOf = ({ parentId, parentType }: PageRow): string | null =>
  parentId && contentKindOf(parentType) ? parentId : null;
