import { type MetricId, METRICS } from "../../../contract/metrics.ts";
import type { InsightRow } from "../../../contract/insights.ts";
import type { Db } from "../../db/openDb.ts";
import { commitUrl, fileUrl } from "../../engines/documents/hostLinks.ts";
import type { RowBehind } from "../../engines/insights/rowsBehind.ts";

type Present = (db: Db, rows: readonly RowBehind[]) => Promise<InsightRow[]>;

/** Observations as people read them, in their order. What has been deleted since is said by its id alone. */
export function presentRows(db: Db, metric: MetricId, rows: readonly RowBehind[]): Promise<InsightRow[]> {
  return PRESENTERS[METRICS[metric].rows](db, rows);
}

const PRESENTERS: Record<(typeof METRICS)[MetricId]["rows"], Present> = {
  issue: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.issues.ids[row] ?? "");
    const found = await db
      .selectFrom("issues")
      .leftJoin("people", "people.id", "issues.author_id")
      .select(["issues.id", "issues.key", "issues.title", "issues.url", "issues.created_at", "people.name"])
      .where("issues.id", "in", ids)
      .execute();
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.map((row, i) => titled("issue", row, ids[i] ?? "", byId.get(ids[i] ?? "")));
  },
  request: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.requests.ids[row] ?? "");
    const found = await db
      .selectFrom("change_requests as request")
      .leftJoin("people", "people.id", "request.author_id")
      .select(["request.id", "request.key", "request.title", "request.url", "request.created_at", "people.name"])
      .where("request.id", "in", ids)
      .execute();
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.map((row, i) => titled("request", row, ids[i] ?? "", byId.get(ids[i] ?? "")));
  },
  commit: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.commits.ids[row] ?? 0);
    const found = await db
      .selectFrom("git_commits")
      .innerJoin("git_authors", "git_authors.id", "git_commits.author_id")
      .innerJoin("sources", "sources.id", "git_commits.source_id")
      .select([
        "git_commits.id",
        "git_commits.hash",
        "git_commits.message",
        "git_commits.committed_at",
        "git_authors.name",
        "sources.provider",
        "sources.url",
      ])
      .where("git_commits.id", "in", ids)
      .execute();
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.map(({ facts, value }, i): InsightRow => {
      const commit = byId.get(ids[i] ?? 0);
      return {
        kind: "commit",
        id: commit?.hash ?? String(ids[i]),
        project: facts.slug,
        key: commit?.hash.slice(0, 10) ?? "",
        title: commit?.message.split("\n", 1)[0] ?? "",
        url: commit ? commitUrl(commit, commit.hash) : null,
        at: commit?.committed_at.toISOString() ?? null,
        person: commit?.name ?? null,
        value,
      };
    });
  },
  person: async (_db, rows) =>
    rows.map(({ facts, row, value }): InsightRow => {
      const person = facts.people[row];
      return {
        kind: "person",
        id: person?.id ?? "",
        project: facts.slug,
        key: "",
        title: person?.name ?? "",
        url: null,
        at: null,
        person: person?.name ?? null,
        value,
      };
    }),
  file: async (db, rows) => {
    const ids = [...new Set(rows.flatMap(({ facts }) => facts.sources))];
    const sources = await db
      .selectFrom("sources")
      .select(["id", "provider", "url", "default_branch"])
      .where("id", "in", ids)
      .execute();
    const byId = new Map(sources.map((source) => [source.id, source]));
    return rows.map(({ facts, row, value }): InsightRow => {
      const document = facts.documents[row];
      const source = byId.get(facts.sources[document?.source ?? -1] ?? "");
      const changed = document?.changedAt.at(-1);
      return {
        kind: "file",
        id: `${source?.id ?? ""}:${document?.path ?? ""}`,
        project: facts.slug,
        key: "",
        title: document?.path ?? "",
        url: source && document ? fileUrl(source, source.default_branch ?? "HEAD", document.path) : null,
        at: changed === undefined ? null : new Date(changed).toISOString(),
        person: null,
        value,
      };
    });
  },
};

interface Titled {
  readonly key: string;
  readonly title: string;
  readonly url: string;
  readonly created_at: Date;
  readonly name: string | null;
}

const titled = (kind: "issue" | "request", behind: RowBehind, id: string, row: Titled | undefined): InsightRow => ({
  kind,
  id,
  project: behind.facts.slug,
  key: row?.key ?? "",
  title: row?.title ?? "",
  url: row?.url ?? null,
  at: row?.created_at.toISOString() ?? null,
  person: row?.name ?? null,
  value: behind.value,
});
