/**
 * A small project whose every number was worked out by hand, over October and November 2026 in Istanbul (UTC+3 all year) or Berlin
 * (back from UTC+2 to UTC+1 on 25 October). Now is Wednesday 18 November 2026, 12:00 UTC.
 */
import { newId } from "../../../server/db/newId.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { addSource, READ_SOURCE } from "../rows.ts";

export const NOW = new Date("2026-11-18T12:00:00Z");

interface GoldenIssue {
  readonly key: string;
  readonly author: string;
  readonly createdAt: string;
  readonly closedAt?: string;
  readonly labels?: readonly string[];
  readonly assignees?: readonly string[];
  /** Who commented when. */
  readonly comments?: readonly (readonly [author: string, at: string])[];
  readonly events?: readonly (readonly [type: string, at: string, detail?: string])[];
}

/** Weeks begin on the Mondays 12, 19 and 26 October, 2, 9 and 16 November. */
export const ISSUES: readonly GoldenIssue[] = [
  // Answered after 2 h by Cem (Ada's own comment and the program's do not count), closed after 48 h.
  {
    key: "#1",
    author: "ada",
    createdAt: "2026-10-20T08:00:00Z",
    closedAt: "2026-10-22T08:00:00Z",
    labels: ["bug"],
    comments: [
      ["ada", "2026-10-20T08:10:00Z"],
      ["robot", "2026-10-20T08:20:00Z"],
      ["cem", "2026-10-20T10:00:00Z"],
    ],
    events: [["closed", "2026-10-22T08:00:00Z"]],
  },
  // Closed, reopened, closed again: 96 h in all; answered after 6 h.
  {
    key: "#2",
    author: "cem",
    createdAt: "2026-10-20T10:00:00Z",
    closedAt: "2026-10-24T10:00:00Z",
    labels: ["bug", "ui"],
    comments: [["ada", "2026-10-20T16:00:00Z"]],
    events: [
      ["closed", "2026-10-21T10:00:00Z"],
      ["reopened", "2026-10-23T10:00:00Z"],
      ["closed", "2026-10-24T10:00:00Z"],
    ],
  },
  // Over the clock change of Berlin: 24 h whatever the clock shows. Never answered.
  {
    key: "#3",
    author: "ada",
    createdAt: "2026-10-24T23:30:00Z",
    closedAt: "2026-10-25T23:30:00Z",
    events: [["closed", "2026-10-25T23:30:00Z"]],
  },
  // Still open; its state moved twice. Assigned to Cem.
  {
    key: "#4",
    author: "ada",
    createdAt: "2026-11-10T00:00:00Z",
    assignees: ["cem"],
    events: [
      ["status", "2026-11-11T00:00:00Z", "To do → Doing"],
      ["status", "2026-11-13T00:00:00Z", "Doing → Review"],
    ],
  },
  // Sunday night: still 15 November in UTC and Berlin, already Monday the 16th in Istanbul. Open.
  { key: "#5", author: "cem", createdAt: "2026-11-15T22:30:00Z" },
  // Written by a program: counts nowhere.
  { key: "#6", author: "robot", createdAt: "2026-11-16T09:00:00Z", closedAt: "2026-11-16T10:00:00Z" },
];

/** Ada writes under two addresses; the commits of the program and merges count nowhere. */
export const COMMITS: readonly {
  readonly author: string;
  readonly at: string;
  readonly lines?: readonly [added: number, deleted: number];
  readonly parents?: number;
}[] = [
  { author: "ada", at: "2026-10-20T09:00:00Z", lines: [10, 2] },
  { author: "ada-home", at: "2026-10-21T09:00:00Z", lines: [5, 0] },
  { author: "cem", at: "2026-10-21T10:00:00Z", lines: [1, 1] },
  { author: "ada", at: "2026-10-21T11:00:00Z", lines: [900, 900], parents: 2 },
  { author: "robot", at: "2026-11-17T00:00:00Z", lines: [7, 7] },
  { author: "cem", at: "2026-11-17T10:00:00Z" },
];

export const REQUESTS: readonly {
  readonly key: string;
  readonly author: string;
  readonly createdAt: string;
  readonly mergedAt?: string;
  readonly reviews?: readonly (readonly [person: string, at: string])[];
  readonly files?: readonly (readonly [added: number, deleted: number])[];
  /** Reviews and files have not been read yet. */
  readonly isUnread?: true;
}[] = [
  {
    key: "!1",
    author: "ada",
    createdAt: "2026-10-20T08:00:00Z",
    mergedAt: "2026-10-21T08:00:00Z",
    reviews: [
      ["ada", "2026-10-20T08:30:00Z"],
      ["robot", "2026-10-20T08:40:00Z"],
      ["cem", "2026-10-20T12:00:00Z"],
    ],
    files: [
      [10, 5],
      [20, 0],
    ],
  },
  { key: "!2", author: "cem", createdAt: "2026-10-21T08:00:00Z", mergedAt: "2026-10-21T10:00:00Z" },
  { key: "!3", author: "cem", createdAt: "2026-11-17T08:00:00Z" },
  // Its reviews have not been read yet.
  { key: "!4", author: "ada", createdAt: "2026-11-17T09:00:00Z", isUnread: true },
];

const PEOPLE = ["ada", "cem", "robot"];
const AUTHORS = ["ada", "ada-home", "cem", "robot"];

/** Fills an empty project. @returns the ids that tests ask by */
export async function addGolden(
  db: Db,
  projectId: string,
): Promise<{ repository: string; tracker: string; ada: string; cem: string }> {
  const repository = await addSource(db, projectId);
  const tracker = newId();
  await db
    .insertInto("sources")
    .values({
      ...READ_SOURCE,
      id: tracker,
      project_id: projectId,
      kind: "tracker",
      provider: "github",
      url: "https://github.com/ariadne/loom",
      name: "ariadne/loom",
      default_branch: null,
      sync_finished_at: NOW,
      sync_items: ISSUES.length,
    })
    .execute();
  const account = (name: string): string => `${tracker}-${name}`;
  const person = (name: string): string => `${projectId}-${name}`;
  await insertRows(
    db,
    "accounts",
    PEOPLE.map((name) => ({
      id: account(name),
      source_id: tracker,
      external_id: name,
      login: name,
      name,
      email: `${name}@example.org`,
      avatar_url: null,
      is_bot: name === "robot",
    })),
  );
  const authors = await db
    .insertInto("git_authors")
    .values(AUTHORS.map((name) => ({ source_id: repository, name, email: `${name}@example.org` })))
    .returning(["id", "name"])
    .execute();
  const authorId = (name: string): number => authors.find((author) => author.name === name)?.id ?? 0;
  await insertRows(
    db,
    "persons",
    PEOPLE.map((name) => ({
      id: person(name),
      project_id: projectId,
      name,
      email: null,
      is_bot: name === "robot",
      is_settled: true,
    })),
  );
  await insertRows(db, "person_identities", [
    ...PEOPLE.map((name) => ({
      id: newId(),
      project_id: projectId,
      person_id: person(name),
      kind: "account" as const,
      account_id: account(name),
      author_id: null,
    })),
    ...AUTHORS.map((name) => ({
      id: newId(),
      project_id: projectId,
      person_id: person(name.replace("-home", "")),
      kind: "author" as const,
      account_id: null,
      author_id: authorId(name),
    })),
  ]);

  for (const [i, issue] of ISSUES.entries()) {
    const id = `${tracker}-${issue.key}`;
    await insertRows(db, "issues", [
      {
        id,
        source_id: tracker,
        project_id: projectId,
        external_id: issue.key,
        number: i + 1,
        key: issue.key,
        title: `Issue ${issue.key}`,
        body: "",
        state: issue.closedAt === undefined ? ("open" as const) : ("closed" as const),
        url: `https://github.com/ariadne/loom/issues/${i + 1}`,
        author_id: account(issue.author),
        labels: JSON.stringify(issue.labels ?? []),
        comments_count: issue.comments?.length ?? 0,
        created_at: issue.createdAt,
        updated_at: issue.closedAt ?? issue.createdAt,
        closed_at: issue.closedAt ?? null,
      },
    ]);
    await insertRows(
      db,
      "issue_assignees",
      (issue.assignees ?? []).map((name) => ({ issue_id: id, account_id: account(name) })),
    );
    await insertRows(
      db,
      "issue_comments",
      (issue.comments ?? []).map(([author, at], n) => ({
        id: newId(),
        issue_id: id,
        external_id: `${issue.key}-${n}`,
        author_id: account(author),
        body: "…",
        url: null,
        created_at: at,
        updated_at: at,
      })),
    );
    await insertRows(
      db,
      "issue_events",
      (issue.events ?? []).map(([type, at, detail], n) => ({
        id: newId(),
        issue_id: id,
        external_id: `${issue.key}-e${n}`,
        type,
        actor_id: null,
        detail: detail ?? null,
        created_at: at,
      })),
    );
  }
  await insertRows(
    db,
    "git_commits",
    COMMITS.map(({ author, at, lines, parents }, i) => ({
      source_id: repository,
      hash: String(i + 1).repeat(40),
      author_id: authorId(author),
      authored_at: at,
      committed_at: at,
      message: `Commit ${i + 1}\n\nMore.`,
      parents: parents ?? 1,
      added: lines?.[0] ?? null,
      deleted: lines?.[1] ?? null,
    })),
  );
  for (const request of REQUESTS) {
    const id = `${tracker}-${request.key}`;
    await insertRows(db, "change_requests", [
      {
        id,
        source_id: tracker,
        project_id: projectId,
        external_id: request.key,
        number: Number(request.key.slice(1)),
        key: request.key,
        title: `Request ${request.key}`,
        body: "",
        state: request.mergedAt === undefined ? ("open" as const) : ("merged" as const),
        is_draft: false,
        author_id: account(request.author),
        source_branch: null,
        target_branch: null,
        head_hash: null,
        merge_hash: null,
        url: `https://github.com/ariadne/loom/pull/${request.key.slice(1)}`,
        created_at: request.createdAt,
        updated_at: request.mergedAt ?? request.createdAt,
        merged_at: request.mergedAt ?? null,
        closed_at: request.mergedAt ?? null,
        details_at: request.isUnread ? null : (request.mergedAt ?? request.createdAt),
      },
    ]);
    await insertRows(
      db,
      "request_reviews",
      (request.reviews ?? []).map(([by, at], n) => ({
        id: newId(),
        request_id: id,
        external_id: `${request.key}-${n}`,
        account_id: account(by),
        state: "commented" as const,
        submitted_at: at,
      })),
    );
    await insertRows(
      db,
      "request_files",
      (request.files ?? []).map(([additions, deletions], n) => ({
        request_id: id,
        project_id: projectId,
        path: `file-${n}`,
        additions,
        deletions,
      })),
    );
  }
  return { repository, tracker, ada: person("ada"), cem: person("cem") };
}
