/** Limits and forms of what is imported. Free of zod, so that the app and the client for importers may use them. */

export const IMPORT_KINDS = ["issue", "request", "page"] as const;
export type ImportKindName = (typeof IMPORT_KINDS)[number];

/** `depth`: levels of pages. `items` and `bytes`: of one source. `batches`: in a minute, for one source. */
export const IMPORT_LIMITS = {
  batchItems: 500,
  idChars: 200,
  bodyChars: 500_000,
  comments: 500,
  cursorChars: 1000,
  items: 500_000,
  bytes: 4 * 1024 ** 3,
  batches: 240,
  tokens: 20,
  depth: 100,
} as const;

/** What a column of a file may be. */
export const IMPORT_FIELDS = [
  "id",
  "key",
  "number",
  "title",
  "body",
  "state",
  "author",
  "assignees",
  "labels",
  "created_at",
  "updated_at",
  "closed_at",
  "merged_at",
  "due_on",
  "comments",
  "type",
  "priority",
  "resolution",
  "milestones",
  "components",
  "source_branch",
  "target_branch",
  "parent_id",
  "url",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

const COMMON_FIELDS: readonly ImportField[] = [
  "id",
  "title",
  "body",
  "author",
  "labels",
  "created_at",
  "updated_at",
  "url",
];
/** Fields of a kind of items, in the order in which they are offered. */
export const FIELDS_OF_KIND: Readonly<Record<ImportKindName, readonly ImportField[]>> = {
  issue: [
    ...COMMON_FIELDS,
    "state",
    "assignees",
    "closed_at",
    "comments",
    "key",
    "type",
    "priority",
    "resolution",
    "milestones",
    "components",
    "due_on",
  ],
  request: [
    ...COMMON_FIELDS,
    "number",
    "state",
    "assignees",
    "merged_at",
    "closed_at",
    "comments",
    "source_branch",
    "target_branch",
  ],
  page: [...COMMON_FIELDS, "parent_id"],
};
/** Fields that several columns, and several values of one, may have. */
export const LIST_FIELDS: readonly ImportField[] = ["labels", "assignees", "comments", "milestones", "components"];

export const MAPPED_STATES = ["open", "closed", "merged"] as const;
export type MappedState = (typeof MAPPED_STATES)[number];
/** Which number of `3/4/2026` is the day. */
export const DAY_ORDERS = ["day_first", "month_first"] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** `columns`: of a file. `states`: values of the column of the state. `fileBytes`: of a file that the app imports. */
export const MAPPING_LIMITS = { columns: 300, columnChars: 500, states: 200, fileBytes: 200 * 1024 ** 2 } as const;

/** Bytes that a stored item takes besides its content: also a deleted one, whose row stays. */
export const IMPORTED_ROW_BYTES = 100;

/** A web page without a user name or a password in its address. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** The address of an item by the link template of its source. */
export const linkOf = (template: string, item: { readonly id: string; readonly key: string }): string =>
  template
    .replaceAll("{id}", () => encodeURIComponent(item.id))
    .replaceAll("{key}", () => encodeURIComponent(item.key));

/** Whether it makes a web address of each item, always at the same host. */
export function isLinkTemplate(template: string): boolean {
  if (!/\{(?:id|key)\}/.test(template)) return false;
  const [first, other] = ["1", "a.b"].map((id) => linkOf(template, { id, key: id }));
  if (first === undefined || other === undefined || !isWebAddress(first) || !isWebAddress(other)) return false;
  return new URL(first).origin === new URL(other).origin && first !== other;
}

/** How people write an item: `#12` for a number, else its id. */
export const keyOf = (item: { readonly id: string; readonly key?: string | undefined }): string =>
  item.key ?? (/^\d+$/.test(item.id) ? `#${item.id}` : item.id);
