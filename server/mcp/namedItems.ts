/** Issues and requests as people name them: by id, by key, by a key after the name of its source, by address. */
import { issueAddress, keysOfAddress } from "../../contract/addresses/issueAddress.ts";
import { requestAddress } from "../../contract/addresses/requestAddress.ts";
import { listIssuesByIdOrKeys, listIssuesWithSharedKey } from "../db/tables/issues/issues.ts";
import { listRequestsByIdOrKeys, listRequestsWithSharedNumber } from "../db/tables/requests/requestDetails.ts";
import type { Db } from "../db/openDb.ts";
import { requireRead } from "./sourceStaleness.ts";
import { sourcesOf } from "./namedSources.ts";
import type { OpenProject } from "./RequestScope.ts";
import { toolRefusal } from "./toolErrors.ts";
import { singleLine } from "./untrusted.ts";

/** Rows of one key that are compared, and those of them that are listed, so that the caller can choose. */
const MAX_ROWS = 200;
const MAX_LISTED = 10;

/** A row with a key: `url` is its page at the host, `source_url` and `name` are of the source that it was read through. */
interface KeyedRow {
  readonly id: string;
  readonly key: string;
  readonly url: string;
  readonly name: string;
  readonly source_url: string;
}

export interface AddressedItem {
  readonly id: string;
  /** How the address of its page names it. */
  readonly address: string;
}

interface ItemReference {
  /** An id, or a key with or without its mark. */
  readonly text: string;
  /** The address of a page; null for another text. */
  readonly address: string | null;
  /** The source that `tern#12` and `acme/tern!12` name, or empty. */
  readonly within: string;
}

const ADDRESS =
  /^https?:\/\/\S+\/(?:issues|work_items|browse|pull|pulls|merge_requests|pull-requests|requests)\/([^/?#\s]+)/i;
const WITHIN = /^(?<within>[\w./-]+)(?<key>[#!]\d{1,9})$/;

/** What a name of an issue or a request is made of. */
export function readReference(requested: string): ItemReference {
  const text = requested.trim();
  const last = ADDRESS.exec(text)?.[1];
  if (last !== undefined) return { text: decodedPart(last), address: text, within: "" };
  const { within = "", key = text } = WITHIN.exec(text)?.groups ?? {};
  return { text: key, address: null, within };
}

/** A part of an address without its percent-encoding; as it is where it has none. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An address without what does not change its page, and without the part of it that is open; GitLab has two names for an issue's. */
export const comparable = (address: string): string =>
  address
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "")
    .replace(/(\/(?:pull|pulls|merge_requests|pull-requests)\/\d+)\/.*$/is, "$1")
    .replace(/\/work_items\/(?=[^/]+$)/i, "/issues/")
    .toLowerCase();

/** Whether a source has this name: its own, or the end of the path of its address. */
export function isNamed({ name, source_url: url }: Pick<KeyedRow, "name" | "source_url">, within: string): boolean {
  const suffix = `/${within.toLowerCase()}`;
  const ends = (text: string): boolean => `/${text.toLowerCase()}`.replace(/(?:\.git)?\/*$/, "").endsWith(suffix);
  return ends(name) || ends(url);
}

/** Those of the rows that were asked for. */
function matchingRows<R extends KeyedRow>(
  project: OpenProject,
  rows: readonly R[],
  { text, address, within }: ItemReference,
): R[] {
  const exact = rows.filter(({ id }) => id === text);
  if (address !== null) {
    const comparableAddress = comparable(address);
    const same = rows.filter(({ url }) => comparable(url) === comparableAddress);
    if (same.length > 0) return same;
    const isOwn = comparableAddress.includes(`/projects/${encodeURIComponent(project.slug).toLowerCase()}/`);
    return isOwn ? (exact.length > 0 ? exact : [...rows]) : [];
  }
  if (exact.length > 0) return exact;
  const named = within === "" ? rows : rows.filter((row) => isNamed(row, within));
  return named.length === 0 && within === project.slug ? [...rows] : [...named];
}

function requireOnlyRow<R extends KeyedRow>(rows: readonly R[], what: "issue" | "request"): R | undefined {
  if (rows.length < 2) return rows[0];
  const all = rows.slice(0, MAX_LISTED).map(({ id, name }) => `${id} (${singleLine(name)})`);
  throw toolRefusal("invalid_arguments", `${what}: Several sources have this key. Give the id of one:`, [
    all.join(", "),
  ]);
}

/**
 * An issue by its id, by its key as people write it (`#12`, `12`, `ABC-12`, `tern#12`), or by the address of its page here or at its host.
 * @throws ToolRefusal for none, for a key of several, and while a tracker has not been read
 */
export async function issueNamed(db: Db, project: OpenProject, requested: string): Promise<AddressedItem> {
  const reference = readReference(requested);
  const { text } = reference;
  const rows = await listIssuesByIdOrKeys(db, project.id, text, [text, ...keysOfAddress(text)], MAX_ROWS);
  const row = requireOnlyRow(matchingRows(project, rows, reference), "issue");
  if (row) {
    const isShared = (await listIssuesWithSharedKey(db, [row.id])).has(row.id);
    return { id: row.id, address: issueAddress(row, isShared) };
  }
  const trackers = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind === "tracker");
  requireRead(trackers);
  if (trackers.length === 0) throw toolRefusal("not_found", "The project has no tracker, so it has no issues.");
  throw toolRefusal("not_found", "There is no such issue in this project. Find it with list_issues or search.");
}

/**
 * A pull or merge request in the same ways: `#12`, `!12`, `12`, `tern#12`, an id, an address.
 * @throws ToolRefusal for none, for a number of several, and while its source has not been read
 */
export async function requestNamed(db: Db, project: OpenProject, requested: string): Promise<AddressedItem> {
  const reference = readReference(requested);
  const { text } = reference;
  const forms = keysOfAddress(text.replace(/^!/, "")).flatMap((key) => [key, key.replace("#", "!")]);
  const keys = [text, ...forms.filter((key) => /^\d/.test(text) || key[0] === text[0])];
  const rows = await listRequestsByIdOrKeys(db, project.id, text, keys, MAX_ROWS);
  const onlyRow = requireOnlyRow(matchingRows(project, rows, reference), "request");
  if (onlyRow) {
    const isShared = (await listRequestsWithSharedNumber(db, [onlyRow.id])).has(onlyRow.id);
    return { id: onlyRow.id, address: requestAddress(onlyRow, isShared) };
  }
  const sources = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind !== "wiki");
  requireRead(sources);
  throw toolRefusal(
    "not_found",
    "There is no such pull or merge request in this project. Find it with search, kind request.",
  );
}
