import { createHash } from "node:crypto";
import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { query } from "../../rest/restClient.ts";
import type { WikiExtras } from "../../connector/wikiTypes.ts";

const PAGE_SIZE = 250;
/** Labels of one space that are requested, and lists of a site's attachments: beyond them only a new version of a page is noticed. */
const MAX_LABELS = 1000;
const MAX_LISTS = 40;

const Id = z.union([z.string(), z.number()]).transform(String);
const LabelRow = z.object({ id: Id, name: z.string() });
const LabelledPage = z.object({ id: Id });
const AttachmentRow = z.object({
  title: z.string(),
  pageId: Id.nullish(),
  blogPostId: Id.nullish(),
  status: z.string().nullish(),
});

export interface ExtrasReading {
  readonly spaces: readonly { readonly id: string }[];
  /** A list to its end, in pages. */
  readonly lists: (path: string, signal: AbortSignal) => AsyncGenerator<readonly unknown[]>;
  readonly read: <T>(shape: z.ZodType<T>, data: unknown) => T;
  readonly signal: AbortSignal;
}

/**
 * Labels and attachments of all pages, from the lists that map each label and file to its pages: adding or removing one makes no new version
 * of the page. Null for a site with too many of them: this would cost more than reading the pages.
 */
export async function readConfluenceExtras(reading: ExtrasReading): Promise<WikiExtras> {
  return extrasOf(await unlessMissing(readLabels(reading)), await unlessMissing(readAttachments(reading)));
}

type Extra = WikiExtras["labels"];

/** Labels and attachments with their digest. */
export function extrasOf(labels: Extra, attachments: Extra): WikiExtras {
  const digest = createHash("sha256")
    .update(JSON.stringify([labels, attachments].map((names) => names && [...names].toSorted(byKey))))
    .digest("base64url");
  return { labels, attachments, digest };
}

async function readLabels({ spaces, lists, read, signal }: ExtrasReading): Promise<Map<string, string[]> | null> {
  const result = new Map<string, string[]>();
  for (const { id } of spaces) {
    const labels = new Map<string, string>();
    for await (const rows of lists(`/spaces/${id}/content/labels${query({ limit: PAGE_SIZE })}`, signal)) {
      for (const label of read(z.array(LabelRow), rows)) labels.set(label.id, label.name);
      if (labels.size > MAX_LABELS) return null;
    }
    const kinds = labels.size > 0 && (await hasPosts(id, lists, signal)) ? ["pages", "blogposts"] : ["pages"];
    for (const [label, name] of labels) {
      for (const kind of kinds) {
        const path = `/labels/${encodeURIComponent(label)}/${kind}${query({ "space-id": id, limit: PAGE_SIZE })}`;
        for await (const rows of lists(path, signal)) {
          for (const page of read(z.array(LabelledPage), rows)) addExtra(result, page.id, name);
        }
      }
    }
  }
  return result;
}

/** Whether the labels of blog posts have to be asked for. */
async function hasPosts(space: string, lists: ExtrasReading["lists"], signal: AbortSignal): Promise<boolean> {
  for await (const rows of lists(`/spaces/${space}/blogposts${query({ status: "current", limit: 1 })}`, signal))
    return rows.length > 0;
  return false;
}

async function readAttachments({ lists, read, signal }: ExtrasReading): Promise<Map<string, string[]> | null> {
  const result = new Map<string, string[]>();
  let listCount = 0;
  for await (const rows of lists(`/attachments${query({ status: "current", limit: PAGE_SIZE })}`, signal)) {
    listCount += 1;
    if (listCount > MAX_LISTS) return null;
    for (const { pageId, blogPostId, title, status } of read(z.array(AttachmentRow), rows)) {
      const item = pageId ?? blogPostId;
      if (item && (status ?? "current") === "current") addExtra(result, item, title);
    }
  }
  return result;
}

/** Adds a value once to those of a page. */
export function addExtra(map: Map<string, string[]>, page: string, value: string): void {
  const pageExtras = map.get(page);
  if (!pageExtras) map.set(page, [value]);
  else if (!pageExtras.includes(value)) pageExtras.push(value);
}

const byKey = ([a]: [string, readonly string[]], [b]: [string, readonly string[]]): number => (a < b ? -1 : 1);

/** A token without permission, or a site without such a list. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const isMissing =
      error instanceof SourceError && ["forbidden", "not_found", "gone", "bad_answer"].includes(error.code);
    if (isMissing) return null;
    throw error;
  }
}
