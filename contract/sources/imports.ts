/**
 * Items that an importer sends to a custom source: issues, requests and pages of a tracker that has no connector. One line of a JSON Lines
 * file is one `ImportItem`, and so is an entry of a batch.
 */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { CUSTOM_FIELD_LIMITS, CUSTOM_FIELD_TYPES } from "../issues/customFields.ts";
import { Id, Name, Timestamp } from "../fieldSchemas.ts";
import {
  DAY_ORDERS,
  IMPORT_FIELDS,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  isLinkTemplate,
  isWebAddress,
  MAPPED_STATES,
  MAPPING_LIMITS,
} from "./importRules.ts";
import { STATUS_CATEGORIES } from "../issues/issueWorkflow.ts";
import { LINK_KINDS } from "../issues/linkKinds.ts";

export const ImportKind = z.enum(IMPORT_KINDS);

/** Printable, because ids and keys are parts of addresses and of lines. */
const Word = (max: number) =>
  z
    .string()
    .min(1, "field.required")
    .max(max)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "import.control_character");
const ItemId = Word(IMPORT_LIMITS.idChars);
const Label = Word(200);
const Text = z.string().max(IMPORT_LIMITS.bodyChars);
const WebAddress = z.string().max(TEXT_LIMITS.url).refine(isWebAddress, "import.web_address");

const YEARS = { first: 1970, last: 2100 } as const;
/** ISO 8601 with a `Z` or an offset. */
const Time = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last;
}, "import.time");

const ImportPerson = z.strictObject({
  id: ItemId,
  name: Word(200).optional(),
  login: Word(200).optional(),
  email: z.email("field.email").max(TEXT_LIMITS.email).optional(),
  is_bot: z.boolean().optional(),
});

const ImportComment = z.strictObject({
  id: ItemId,
  body: Text,
  author: ImportPerson.optional(),
  url: WebAddress.optional(),
  created_at: Time,
  updated_at: Time.optional(),
});

/** Fields of items of all kinds. */
const Common = {
  /** The importer's own id: an item with an id that is stored replaces it. */
  id: ItemId,
  title: Word(2000),
  /** Markdown. */
  body: Text.optional(),
  author: ImportPerson.optional(),
  labels: z.array(Label).max(100).optional(),
  /** The page of the item; omitted: by the link template of the source. */
  url: WebAddress.optional(),
  created_at: Time,
  updated_at: Time,
  /** A higher one is newer; an older one than the stored never overwrites. Omitted: the milliseconds of `updated_at`. */
  revision: z.number().int().nonnegative().optional(),
};
const Comments = z.array(ImportComment).max(IMPORT_LIMITS.comments).optional();
const People = z.array(ImportPerson).max(50).optional();

const ImportIssue = z.strictObject({
  kind: z.literal("issue"),
  ...Common,
  /** As people write it. Omitted: `#12` for the id `12`, and the id itself for any other. */
  key: Word(100).optional(),
  state: z.enum(["open", "closed"]),
  status: z.strictObject({ name: Label, category: z.enum(STATUS_CATEGORIES).nullable().optional() }).optional(),
  type: Label.optional(),
  priority: Label.optional(),
  resolution: Label.optional(),
  milestones: z.array(Label).max(100).optional(),
  components: z.array(Label).max(100).optional(),
  assignees: People,
  comments: Comments,
  /** Read from this issue to the other one, which is named by its key. */
  links: z
    .array(z.strictObject({ kind: z.enum(LINK_KINDS), key: Word(100), name: Label.optional() }))
    .max(200)
    .optional(),
  custom_fields: z
    .array(
      z.strictObject({
        name: Word(CUSTOM_FIELD_LIMITS.nameChars),
        type: z.enum(CUSTOM_FIELD_TYPES),
        values: z.array(z.union([z.string().max(2000), z.number()])).max(CUSTOM_FIELD_LIMITS.values),
      }),
    )
    .max(CUSTOM_FIELD_LIMITS.fields)
    .optional(),
  /** A day, `2026-11-30`. */
  due_on: z.iso.date().optional(),
  closed_at: Time.nullable().optional(),
});

const ImportRequest = z.strictObject({
  kind: z.literal("request"),
  ...Common,
  number: z
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
  state: z.enum(["open", "closed", "merged"]),
  is_draft: z.boolean().optional(),
  source_branch: Word(500).optional(),
  target_branch: Word(500).optional(),
  /** The full hash of the commit that was merged into the target branch. */
  merge_commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, "field.format")
    .optional(),
  assignees: People,
  reviewers: People,
  comments: Comments,
  merged_at: Time.nullable().optional(),
  closed_at: Time.nullable().optional(),
});

const ImportPage = z.strictObject({
  kind: z.literal("page"),
  ...Common,
  /** The id of the page above it. */
  parent_id: ItemId.nullable().optional(),
  /** Among the pages with the same parent. */
  position: z.number().int().nonnegative().max(1_000_000).optional(),
});

/** One line of a file, and one entry of a batch. */
export const ImportItem = z.discriminatedUnion("kind", [ImportIssue, ImportRequest, ImportPage]);
export type ImportItem = z.infer<typeof ImportItem>;
export type ImportIssue = z.infer<typeof ImportIssue>;
export type ImportRequest = z.infer<typeof ImportRequest>;
export type ImportPage = z.infer<typeof ImportPage>;
export type ImportComment = z.infer<typeof ImportComment>;
export type ImportPerson = z.infer<typeof ImportPerson>;

const Cursor = z.string().max(IMPORT_LIMITS.cursorChars);

export const ImportBatch = z.strictObject({
  items: z.array(ImportItem).max(IMPORT_LIMITS.batchItems).default([]),
  /** Items to delete. The revision is compared as that of an item; omitted: deleted whatever is stored. */
  deleted: z
    .array(z.strictObject({ kind: ImportKind, id: ItemId, revision: z.number().int().nonnegative().optional() }))
    .max(IMPORT_LIMITS.batchItems)
    .default([]),
  /** Where the importer continues after this batch: stored with it, and read back by `getImport`. */
  cursor: Cursor.nullable().optional(),
  /** The cursor that has to be stored now; another one is stored: 409, and nothing is applied. */
  after: Cursor.nullable().optional(),
  /** The run that the batch belongs to: its items count as seen. */
  run: Id.optional(),
  /** Checks and counts, and changes nothing. */
  dry_run: z.boolean().default(false),
});
export type ImportBatch = z.input<typeof ImportBatch>;

const Count = z.number().int().nonnegative();
export const ImportResult = z.object({
  new: Count,
  changed: Count,
  unchanged: Count,
  /** Items of an older revision than the stored one; they are not changed. */
  older: Count,
  deleted: Count,
  cursor: z.string().nullable(),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** How many items were sent in the run: with another number stored as seen, nothing is deleted. */
export const RunEnd = z.strictObject({
  run: Id,
  items: Count,
  /** More than half of the items may be deleted. */
  allow_many: z.boolean().default(false),
});

export const CustomSourceBody = z.strictObject({
  kind: z.literal("custom"),
  name: Name,
  /** The address of an item at its tracker, with `{id}` or `{key}`. */
  link_template: z
    .string()
    .trim()
    .max(TEXT_LIMITS.url)
    .refine(isLinkTemplate, { error: "import.link_template", params: { id: "{id}", key: "{key}" } }),
  /** Issues and requests, or pages: pages are a source of their own. */
  holds: z
    .array(ImportKind)
    .min(1, "field.required")
    .max(3)
    .refine((kinds) => !kinds.includes("page") || kinds.every((kind) => kind === "page"), "import.pages_apart"),
});
export type CustomSourceBody = z.input<typeof CustomSourceBody>;

/** How a file is read that is imported in the app. */
export const ImportMapping = z.strictObject({
  kind: ImportKind,
  columns: z
    .array(z.strictObject({ column: z.string().max(MAPPING_LIMITS.columnChars), field: z.enum(IMPORT_FIELDS) }))
    .max(MAPPING_LIMITS.columns),
  /** Null where no date of the file could be read in two ways. */
  day_order: z.enum(DAY_ORDERS).nullable(),
  states: z
    .array(z.strictObject({ value: z.string().max(MAPPING_LIMITS.columnChars), state: z.enum(MAPPED_STATES) }))
    .max(MAPPING_LIMITS.states),
});
export type ImportMapping = z.infer<typeof ImportMapping>;

/** State of a custom source, for the importer and for members. */
export const CustomSource = z.object({
  id: Id,
  project: z.string(),
  name: z.string(),
  link_template: z.string(),
  holds: z.array(ImportKind),
  items: z.object({ issue: Count, request: Count, page: Count }),
  cursor: z.string().nullable(),
  /** The run that has begun and not ended. */
  run: z.string().nullable(),
  imported_at: Timestamp.nullable(),
  /** How the last file was read that was imported in the app; null before. */
  mapping: ImportMapping.nullable(),
});
export type CustomSource = z.infer<typeof CustomSource>;

export const ImportTokenBody = z.strictObject({ name: Name });
export const ImportToken = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the token, by which people recognize it. */
  preview: z.string(),
  created_by: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type ImportToken = z.infer<typeof ImportToken>;
/** The secret is only in this answer. */
export const NewImportToken = ImportToken.extend({ token: z.string() });
export type NewImportToken = z.infer<typeof NewImportToken>;
