import { shortHash } from "../../../contract/code/shortHash.ts";
import { type MetricId, type MetricRowKind, METRICS } from "../../../contract/insights/metrics.ts";
import type { InsightRow } from "../../../contract/insights/insights.ts";
import type { Db } from "../../db/openDb.ts";
import { listRequestTitles } from "../../db/tables/requests/changeRequests.ts";
import { type CommitWithAuthor, listCommitsOfSources, listCommitsByIds } from "../../db/tables/commits/gitCommits.ts";
import { listIssueTitles, listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { listReleaseTitles } from "../../db/tables/commits/releases.ts";
import { listPageTitles } from "../../db/tables/pages/pageChanges.ts";
import { listSourceBranches } from "../../db/tables/sources/sources.ts";
import { commitUrl, fileUrl } from "../../sources/hostLinks.ts";
import type { DrillDownRow } from "../../engines/insights/drillDown.ts";
import type { Facts } from "../../engines/insights/facts.ts";
import type { ViewRows } from "../../engines/insights/viewRows.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";

/** @param person position in the people of the facts; -1 for none */
const keyOfPerson = ({ people }: Facts, person: number | undefined): string | null => people[person ?? -1]?.key ?? null;

const personOf = (facts: Facts, person: number | undefined): Pick<InsightRow, "person" | "person_id"> => ({
  person: facts.people[person ?? -1]?.name ?? null,
  person_id: keyOfPerson(facts, person),
});

type Present = (db: Db, rows: readonly DrillDownRow[]) => Promise<InsightRow[]>;

/** Observations as people read them, in their order. What has been deleted since has only its id. */
export function presentRows(db: Db, metric: MetricId, rows: readonly DrillDownRow[]): Promise<InsightRow[]> {
  return PRESENTERS[METRICS[metric].rows](db, rows);
}

const PRESENTERS: Record<MetricRowKind, Present> = {
  issue: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.issues.ids[row] ?? "");
    const issueTitles = await listIssueTitles(db, ids);
    const byId = new Map(issueTitles.map((row) => [row.id, row]));
    const shared = await listIssuesWithSharedKey(db, ids);
    return rows.map((row, i): InsightRow => {
      const issue = byId.get(ids[i] ?? "");
      return {
        ...titled("issue", row, ids[i] ?? "", issue),
        person_id: keyOfPerson(row.facts, row.facts.issues.author[row.row]),
        address: issue ? issueAddress(issue, shared.has(issue.id)) : null,
      };
    });
  },
  request: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.requests.ids[row] ?? "");
    const requestTitles = await listRequestTitles(db, ids);
    const byId = new Map(requestTitles.map((row) => [row.id, row]));
    return rows.map((row, i) => ({
      ...titled("request", row, ids[i] ?? "", byId.get(ids[i] ?? "")),
      person_id: keyOfPerson(row.facts, row.facts.requests.author[row.row]),
    }));
  },
  commit: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.commits.ids[row] ?? 0);
    const commits = await listCommitsByIds(db, ids);
    const byId = new Map(commits.map((row) => [row.id, row]));
    return rows.map(({ facts, row, value }, i) => ({
      ...commitRow(facts.slug, String(ids[i]), byId.get(ids[i] ?? 0), value),
      person_id: keyOfPerson(facts, facts.commits.author[row]),
    }));
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
        person_id: person?.key ?? null,
        address: null,
        value,
      };
    }),
  file: (db, rows) =>
    files(
      db,
      rows.map(({ facts, row, value }) => {
        const document = facts.documents[row];
        return {
          slug: facts.slug,
          source: facts.sources[document?.source ?? -1] ?? "",
          path: document?.path ?? "",
          at: document?.changedAt.at(-1),
          value,
        };
      }),
    ),
  page: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.pages.ids[row] ?? "");
    const byId = new Map((await listPageTitles(db, ids)).map((page) => [page.id, page]));
    return rows.map(({ facts, row, value }, i): InsightRow => {
      const id = ids[i] ?? "";
      const created = facts.pages.createdAt[row];
      return {
        kind: "page",
        id,
        project: facts.slug,
        key: "",
        title: byId.get(id)?.title ?? "",
        url: byId.get(id)?.url ?? null,
        at: created === undefined ? null : new Date(created).toISOString(),
        ...personOf(facts, facts.pages.author[row]),
        address: null,
        value,
      };
    });
  },
  release: async (db, rows) => {
    const ids = rows.map(({ facts, row }) => facts.releases.ids[row] ?? "");
    const byId = new Map((await listReleaseTitles(db, ids)).map((release) => [release.id, release]));
    return rows.map(({ facts, row, value }, i): InsightRow => {
      const id = ids[i] ?? "";
      const tag = facts.releases.tags[row] ?? "";
      const release = byId.get(id);
      const published = facts.releases.publishedAt[row];
      // What a host has removed since has no title, as other rows; a tag has its name alone.
      const isKnown = release !== undefined || facts.releases.isTag[row] === 1;
      return {
        kind: "release",
        id,
        project: facts.slug,
        key: release?.name && release.name !== release.tag ? release.tag : "",
        title: isKnown ? release?.name || tag : "",
        url: release?.url ?? null,
        at: published === undefined ? null : new Date(published).toISOString(),
        ...personOf(facts, facts.releases.author[row]),
        address: null,
        value,
      };
    });
  },
};

/** A page of the drill-down rows of a figure. */
export async function presentViewRows(db: Db, viewRows: ViewRows, from: number, to: number): Promise<InsightRow[]> {
  if (from >= viewRows.rows.length) return [];
  switch (viewRows.kind) {
    case "issue":
    case "request":
    case "commit":
    case "person":
    case "file":
    case "page":
    case "release":
      return PRESENTERS[viewRows.kind](db, viewRows.rows.slice(from, to));
    case "review":
    case "page_change": {
      const rows = viewRows.rows.slice(from, to);
      const items = await PRESENTERS[viewRows.kind === "review" ? "request" : "page"](db, rows);
      return rows.map(({ facts, person, at }, i): InsightRow => ({
        ...(items[i] as InsightRow),
        ...personOf(facts, person),
        at: new Date(at).toISOString(),
      }));
    }
    case "path":
      return files(
        db,
        viewRows.rows.slice(from, to).map((row) => ({ ...row, at: undefined, value: null })),
      );
    case "hash": {
      const rows = viewRows.rows.slice(from, to);
      const stored = await listCommitsOfSources(
        db,
        [...new Set(rows.map(({ source }) => source))],
        rows.map(({ hash }) => hash),
      );
      const byHash = new Map(stored.map((row) => [row.hash, row]));
      return rows.map(({ slug, hash }) => commitRow(slug, hash, byHash.get(hash), 1));
    }
  }
}

const commitRow = (project: string, id: string, commit: CommitWithAuthor | undefined, value: number): InsightRow => ({
  kind: "commit",
  id: commit?.hash ?? id,
  project,
  key: commit ? shortHash(commit.hash) : "",
  title: commit?.message.split("\n", 1)[0] ?? "",
  url: commit ? commitUrl(commit, commit.hash) : null,
  at: commit?.committed_at.toISOString() ?? null,
  person: commit?.name ?? null,
  person_id: null,
  address: null,
  value,
});

interface FileBehind {
  readonly slug: string;
  readonly source: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  readonly value: number | null;
}

async function files(db: Db, rows: readonly FileBehind[]): Promise<InsightRow[]> {
  const sources = await listSourceBranches(db, [...new Set(rows.map(({ source }) => source))]);
  const byId = new Map(sources.map((source) => [source.id, source]));
  return rows.map(({ slug, source: id, path, at, value }): InsightRow => {
    const source = byId.get(id);
    return {
      kind: "file",
      id: `${id}:${path}`,
      project: slug,
      key: "",
      title: path,
      url: source ? fileUrl(source, source.default_branch ?? "HEAD", path) : null,
      at: at === undefined ? null : new Date(at).toISOString(),
      person: null,
      person_id: null,
      address: null,
      value,
    };
  });
}

interface Titled {
  readonly key: string;
  readonly title: string;
  readonly url: string;
  readonly created_at: Date;
  readonly name: string | null;
}

const titled = (kind: "issue" | "request", behind: DrillDownRow, id: string, row: Titled | undefined): InsightRow => ({
  kind,
  id,
  project: behind.facts.slug,
  key: row?.key ?? "",
  title: row?.title ?? "",
  url: row?.url ?? null,
  at: row?.created_at.toISOString() ?? null,
  person: row?.name ?? null,
  person_id: null,
  address: null,
  value: behind.value,
});
