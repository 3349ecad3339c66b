import type { Db } from "../db/openDb.ts";
import type { Reference } from "./references.ts";

interface TrackerKeys {
  readonly id: string;
  /** `owner/name` in lower case, for `owner/name#12`. */
  readonly path: string;
  readonly place: string;
  readonly byNumber: Map<string, string>;
}

/** Finds the issues of a project that a text means. A bare number means the tracker beside the repository that the text is from. */
export class IssueFinder {
  readonly #trackers: readonly TrackerKeys[];
  readonly #byKey: ReadonlyMap<string, string>;
  readonly #byUrl: ReadonlyMap<string, string>;
  readonly #beside: ReadonlyMap<string, readonly TrackerKeys[]>;

  private constructor(
    trackers: readonly TrackerKeys[],
    byKey: ReadonlyMap<string, string>,
    byUrl: ReadonlyMap<string, string>,
    beside: ReadonlyMap<string, readonly TrackerKeys[]>,
  ) {
    this.#trackers = trackers;
    this.#byKey = byKey;
    this.#byUrl = byUrl;
    this.#beside = beside;
  }

  static async open(db: Db, projectId: string): Promise<IssueFinder> {
    const sources = await db
      .selectFrom("sources")
      .select(["id", "kind", "url"])
      .where("project_id", "=", projectId)
      .execute();
    const issues = await db
      .selectFrom("issues")
      .select(["id", "source_id", "number", "key", "url"])
      .where("project_id", "=", projectId)
      .execute();
    const trackers = new Map<string, TrackerKeys>(
      sources
        .filter(({ kind }) => kind === "tracker")
        .map(({ id, url }) => [id, { id, path: pathOf(url), place: placeOf(url), byNumber: new Map() }]),
    );
    const byKey = new Map<string, string>();
    const byUrl = new Map<string, string>();
    for (const issue of issues) {
      byUrl.set(plainUrl(issue.url), issue.id);
      if (issue.number !== null) trackers.get(issue.source_id)?.byNumber.set(String(issue.number), issue.id);
      else byKey.set(issue.key.toUpperCase(), issue.id);
    }
    const numbered = [...trackers.values()].filter(({ byNumber }) => byNumber.size > 0);
    const beside = new Map(
      sources.map(({ id, url }) => {
        const same = numbered.filter((tracker) => tracker.id === id || tracker.place === placeOf(url));
        return [id, same.length > 0 ? same : numbered];
      }),
    );
    return new IssueFinder(numbered, byKey, byUrl, beside);
  }

  /**
   * Ids of the issues that are meant; none when there is no such issue.
   * @param sourceId where the text is from: a repository, a tracker or a wiki of the project
   */
  find({ kind, value, within }: Pick<Reference, "kind" | "value" | "within">, sourceId: string): readonly string[] {
    if (kind === "url") return listOf(this.#byUrl.get(plainUrl(value)));
    if (kind === "key") return listOf(this.#byKey.get(value));
    const trackers =
      within === null ? (this.#beside.get(sourceId) ?? []) : this.#trackers.filter(({ path }) => path.endsWith(within));
    return trackers.flatMap(({ byNumber }) => listOf(byNumber.get(value)));
  }
}

const listOf = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);
const plainUrl = (url: string): string =>
  url
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .toLowerCase();

/** Host and path without `.git`, so that a repository and the tracker beside it look the same. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed ? `${parsed.hostname}${pathOf(url)}` : url;
}

function pathOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .toLowerCase();
}
