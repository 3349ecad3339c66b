import { sanitizeText } from "../../db/sanitizeText.ts";
import type { Db } from "../../db/openDb.ts";
import { type GitTag, listTags, replaceTags } from "../../db/tables/gitTags.ts";

/** The newest are kept. A repository with a tag for each nightly build has some thousands. */
const MAX_TAGS = 20_000;
const MAX_NAME_LENGTH = 250;

/** Replaces the stored tags of a repository. */
export async function storeTags(db: Db, sourceId: string, tags: ReadonlyMap<string, string>): Promise<void> {
  const wanted = new Map(
    [...tags]
      .slice(-MAX_TAGS)
      .flatMap(([name, hash]): [string, string][] =>
        name.length > MAX_NAME_LENGTH ? [] : [[sanitizeText(name, MAX_NAME_LENGTH), hash]],
      ),
  );
  if (isEqual(await listTags(db, sourceId), wanted)) return;
  await db.transaction().execute((tx) =>
    replaceTags(
      tx,
      sourceId,
      Array.from(wanted, ([name, hash]) => ({ name, hash })),
    ),
  );
}

const isEqual = (stored: readonly GitTag[], wanted: ReadonlyMap<string, string>): boolean =>
  stored.length === wanted.size && stored.every(({ name, hash }) => wanted.get(name) === hash);
