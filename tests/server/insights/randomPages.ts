/** A wiki of random pages with versions, for comparisons with SQL. */
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { accountRow, READ_SOURCE } from "../rows.ts";
import { NOW, randomFrom } from "./randomWork.ts";

const HOUR = 3_600_000;
const PEOPLE = ["ada", "cem", "robot"];
const SPACES = ["Docs", "Team"];
const LABELS = ["guide", "İlan"];
const PAGES = 60;

interface InWiki {
  readonly wiki: string;
  readonly projectId: string;
}

/** A wiki without pages. @returns its id */
export async function addWikiSource(db: Db, projectId: string, provider: "confluence" | "custom"): Promise<string> {
  const id = newId();
  await db
    .insertInto("sources")
    .values({
      ...READ_SOURCE,
      id,
      project_id: projectId,
      kind: "wiki",
      provider,
      url: `https://example.org/${id}`,
      name: "Handbook",
      default_branch: null,
    })
    .execute();
  return id;
}

/** A page at the top of the space "Docs", by ada. */
export const newPageRow = ({ wiki, projectId }: InWiki, id: string, created: Date, more: object = {}) => ({
  id,
  source_id: wiki,
  project_id: projectId,
  external_id: id,
  space_key: "DOCS",
  space_name: "Docs",
  parent_external_id: null,
  position: 0,
  title: id,
  version: 1,
  author_id: `${wiki}-ada`,
  labels: "[]",
  attachments: "[]",
  body: "",
  url: `https://example.org/wiki/${id}`,
  created_at: created,
  updated_at: created,
  ...more,
});

/** Fills a wiki with pages of people, a bot and unknown authors, over five months before now. */
export async function addRandomPages(db: Db, { wiki, projectId }: InWiki): Promise<void> {
  await insertRows(
    db,
    "accounts",
    PEOPLE.map((name) =>
      accountRow({
        id: `${wiki}-${name}`,
        source_id: wiki,
        external_id: name,
        login: name,
        name,
        is_bot: name === "robot",
      }),
    ),
  );
  const random = randomFrom(21);
  const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const begin = NOW.getTime() - 150 * 24 * HOUR;
  const pages = Array.from({ length: PAGES }, (_, i) => {
    const created = begin + Math.floor(random() * 140 * 24 * HOUR);
    const later = Array.from(
      { length: Math.floor(random() * 5) },
      () => created + Math.ceil(random() * 30 * 24 * HOUR),
    ).sort((a, b) => a - b);
    // Two versions of one moment are one change.
    const times = [created, ...later, ...later.slice(-1).filter(() => random() < 0.3)];
    return { id: `p${i}`, times, space: some(SPACES), authors: times.map(() => some([...PEOPLE, null])) };
  });
  await insertRows(
    db,
    "pages",
    pages.map(({ id, times, space, authors }, i) => ({
      ...newPageRow({ wiki, projectId }, id, new Date(times[0] ?? 0)),
      external_id: `e${i}`,
      space_key: space.toUpperCase(),
      space_name: space,
      parent_external_id: i < 3 ? null : `e${i % 3}`,
      title: `Page ${i}`,
      version: times.length,
      author_id: authors.at(-1) == null ? null : `${wiki}-${authors.at(-1)}`,
      labels: JSON.stringify(LABELS.filter(() => random() < 0.4)),
      updated_at: new Date(times.at(-1) ?? 0),
    })),
  );
  await insertRows(
    db,
    "page_versions",
    pages.flatMap(({ id, times, authors }) =>
      times.map((at, i) => ({
        page_id: id,
        number: i + 1,
        author_id: authors[i] == null ? null : `${wiki}-${authors[i]}`,
        created_at: new Date(at),
      })),
    ),
  );
}
