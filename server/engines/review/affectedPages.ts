import { checkpoint } from "../checkpoint.ts";
import { isHistoricalPage } from "../documents/codeReferences.ts";
import { documentCollectionsOf } from "../documents/documentCollections.ts";
import { MAX_DOCUMENTS } from "../documents/fileMentions.ts";
import {
  type DocumentAliases,
  type Mention,
  aliasesOf,
  mayMention,
  mentionPoints,
  mentionReader,
} from "../documents/mentions.ts";
import { codeOf, type OpenedCode, type OpenedIndex } from "../../index/OpenedIndex.ts";
import type { ChangedFile, ChangedPlace } from "./changedPlaces.ts";

/** A page that mentions something that a request changes. */
export interface AffectedPage {
  readonly source: string;
  readonly path: string;
  readonly title: string;
  /** `gone`: it names a file that is removed or moved; `changed`: it names a definition whose lines are changed. */
  readonly how: "gone" | "changed";
  /** The file that the request changes. */
  readonly changed: string;
  readonly mentions: readonly Mention[];
}

const MAX_PAGES = 5;
/** A page beyond is a table of everything, whose mentions are cheap to miss. UTF-16 units. */
const MAX_PAGE_LENGTH = 200_000;

interface Named {
  readonly place: ChangedPlace;
  readonly aliases: DocumentAliases;
  readonly read: (text: string) => Mention[];
}

/** Pages of the project that name what a request changes and are not changed by it, what is gone first. */
export function affectedPages(
  index: OpenedIndex,
  member: number,
  places: readonly ChangedPlace[],
  changes: readonly ChangedFile[],
): AffectedPage[] {
  const code = index.code[member];
  if (!code) return [];
  const named = places.flatMap((place) => namesOf(code, place));
  if (named.length === 0) return [];
  const changedPaths = new Set(changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])));
  const pages: AffectedPage[] = [];
  for (const collection of documentCollectionsOf(index)) {
    checkpoint();
    const segment = codeOf(index, collection.source)?.segment ?? index.pages?.segment;
    if (!segment) continue;
    const candidates = named.map((entry) => ({ ...entry, may: mayMention(segment, entry.aliases, MAX_DOCUMENTS) }));
    for (const page of collection.pages()) {
      if (isHistoricalPage(page.path) || (page.source === code.part.source && changedPaths.has(page.path))) continue;
      const possible = candidates.filter(({ may }) => may.has(page.document));
      if (possible.length === 0) continue;
      const text = page.text().slice(0, MAX_PAGE_LENGTH);
      const best = possible
        .map(({ place, read }) => ({ place, mentions: read(text) }))
        .filter(({ mentions }) => mentions.length > 0)
        .sort((a, b) => order(b) - order(a))[0];
      if (!best) continue;
      const { place, mentions } = best;
      const how = place.isGone ? "gone" : "changed";
      pages.push({
        source: page.source,
        path: page.path,
        title: page.title,
        how,
        changed: place.change.path,
        mentions,
      });
    }
  }
  return pages
    .sort(
      (a, b) =>
        (b.how === "gone" ? 1 : 0) - (a.how === "gone" ? 1 : 0) ||
        mentionPoints(b.mentions) - mentionPoints(a.mentions) ||
        (a.path < b.path ? -1 : 1),
    )
    .slice(0, MAX_PAGES);
}

/** What is gone comes before what is changed. */
const order = ({ place, mentions }: { readonly place: ChangedPlace; readonly mentions: readonly Mention[] }): number =>
  (place.isGone ? 1000 : 0) + mentionPoints(mentions);

/** What a page may call the changed part of a file: of a file that stays, its changed definitions alone. */
function namesOf(code: OpenedCode, place: ChangedPlace): Named[] {
  const all = aliasesOf(code.files.path(place.file), code, place.file);
  const changed = new Set(place.symbols.map((symbol) => code.symbols?.table.name(symbol)));
  // The definitions of a file that is moved are still there.
  const symbols = place.change.change === "removed" ? all.symbols : all.symbols.filter((name) => changed.has(name));
  const aliases = place.isGone ? { ...all, symbols } : { path: "", name: "", symbols };
  return place.isGone || symbols.length > 0 ? [{ place, aliases, read: mentionReader(aliases) }] : [];
}
