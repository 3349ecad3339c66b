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
  const [one, other] = ["1", "a.b"].map((id) => linkOf(template, { id, key: id }));
  if (one === undefined || other === undefined || !isWebAddress(one) || !isWebAddress(other)) return false;
  return new URL(one).origin === new URL(other).origin && one !== other;
}

/** How people write an item: `#12` for a number, else its id. */
export const keyOf = (item: { readonly id: string; readonly key?: string | undefined }): string =>
  item.key ?? (/^\d+$/.test(item.id) ? `#${item.id}` : item.id);
