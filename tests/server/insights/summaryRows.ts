/** Half a year of issues and reviews in which something changed, for the sentences at the top of Insights. */
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { READ_SOURCE } from "../rows.ts";

export const HOUR = 3_600_000;
export const WEEK = 7 * 24 * HOUR;
export const NOW = Date.parse("2026-11-18T12:00:00Z");
/** Fourteen weeks from Monday 17 August, compared with as many from 11 May. */
export const FIRST = Date.parse("2026-08-17T00:00:00Z");
export const BEFORE = Date.parse("2026-05-11T00:00:00Z");
export const HOSTILE = `<img src=x onerror="alert(1)">{{n}} $t(title)`;
const PEOPLE = ["author", "ada", "cem", "lale", "mert", HOSTILE];

export const at = (time: number): string => new Date(time).toISOString();

/** Twice a week before and four times a week since, answered later; every fifth not yet. Reviews are by Ada and Cem, except for a few. */
export async function addWork(db: Db, projectId: string): Promise<void> {
  const tracker = newId();
  const account = (name: string): string => `${tracker}-${PEOPLE.indexOf(name)}`;
  const base = { source_id: tracker, project_id: projectId, body: "", url: "https://example.org/" };
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
    })
    .execute();
  await insertRows(
    db,
    "accounts",
    PEOPLE.map((name) => ({
      id: account(name),
      source_id: tracker,
      external_id: name,
      login: name,
      name,
      email: null,
      avatar_url: null,
      is_bot: false,
    })),
  );
  const times = [
    ...Array.from({ length: 36 }, (_, i) => BEFORE - 3 * WEEK + i * 0.5 * WEEK),
    ...Array.from({ length: 54 }, (_, i) => FIRST + HOUR + i * 0.25 * WEEK - (i % 3) * HOUR),
  ].filter((time) => time < NOW);
  await insertRows(
    db,
    "issues",
    times.map((time, i) => ({
      ...base,
      id: `${tracker}-i${i}`,
      external_id: `i${i}`,
      number: i,
      key: `#${i}`,
      title: HOSTILE,
      state: "open" as const,
      author_id: account("author"),
      labels: JSON.stringify([HOSTILE]),
      comments_count: i % 5 === 0 ? 0 : 1,
      created_at: at(time),
      updated_at: at(time),
      closed_at: null,
    })),
  );
  await insertRows(
    db,
    "issue_comments",
    times.flatMap((time, i) => {
      const answer = time + (time < FIRST ? 20 + (i % 7) : 60 + 3 * (i % 9)) * HOUR;
      if (i % 5 === 0 || answer > NOW) return [];
      return [
        {
          id: newId(),
          issue_id: `${tracker}-i${i}`,
          external_id: `c${i}`,
          author_id: account("ada"),
          body: "…",
          url: null,
          created_at: at(answer),
          updated_at: at(answer),
        },
      ];
    }),
  );
  const requests = Array.from({ length: 60 }, (_, i) => BEFORE - WEEK + i * 0.46 * WEEK).filter((time) => time < NOW);
  await insertRows(
    db,
    "change_requests",
    requests.map((time, i) => ({
      ...base,
      id: `${tracker}-r${i}`,
      external_id: `r${i}`,
      number: 1000 + i,
      key: `!${i}`,
      title: HOSTILE,
      state: "open" as const,
      is_draft: false,
      author_id: account("author"),
      source_branch: null,
      target_branch: null,
      head_hash: null,
      merge_hash: null,
      created_at: at(time),
      updated_at: at(time),
      merged_at: null,
      closed_at: null,
      details_at: at(time),
    })),
  );
  await insertRows(
    db,
    "request_reviews",
    requests.flatMap((time, i) =>
      ["ada", ...(i % 9 === 0 ? ["lale", "mert", HOSTILE] : ["cem"]), "author"].map((by) => ({
        id: newId(),
        request_id: `${tracker}-r${i}`,
        external_id: `v${i}-${by}`,
        account_id: account(by),
        state: "commented" as const,
        submitted_at: at(Math.min(time + 5 * HOUR, NOW)),
      })),
    ),
  );
}

/** Open issues without an author, by the times at which they were opened. */
export async function addIssues(db: Db, projectId: string, times: readonly number[]): Promise<void> {
  const tracker = newId();
  await db
    .insertInto("sources")
    .values({
      ...READ_SOURCE,
      id: tracker,
      project_id: projectId,
      kind: "tracker",
      provider: "github",
      url: "https://github.com/ariadne/old",
      name: "ariadne/old",
      default_branch: null,
    })
    .execute();
  await insertRows(
    db,
    "issues",
    times.map((time, i) => ({
      id: `${tracker}-i${i}`,
      source_id: tracker,
      project_id: projectId,
      external_id: `i${i}`,
      number: i,
      key: `#${i}`,
      title: "An issue",
      body: "",
      url: "https://example.org/",
      state: "open" as const,
      author_id: null,
      labels: JSON.stringify([]),
      comments_count: 0,
      created_at: at(time),
      updated_at: at(time),
      closed_at: null,
    })),
  );
}
