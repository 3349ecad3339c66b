/** A project of random issues, requests, reviews and commits, for comparisons with SQL. */
import type { IssueFacts } from "../../../contract/issues/issueWorkflow.ts";
import { insertRows } from "../../../server/db/insertRows.ts";
import { newId } from "../../../server/db/newId.ts";
import type { Db } from "../../../server/db/openDb.ts";
import { addSource, READ_SOURCE } from "../rows.ts";

export const NOW = new Date("2026-11-18T12:00:00Z");
const HOUR = 3_600_000;
const PEOPLE = ["ada", "cem", "lale", "robot"];
export const LABELS = ["bug", "ui", "outage", "İstanbul"];
export const STATES = ["To do", "Doing", "Review"];
export const PRIORITIES = ["High", "Low"];
export const MILESTONES = ["v1", "v2", "merged"];
const SPRINTS = ["Sprint 1", "Sprint 2", "Sprint 3"];
const TEAMS = ["Core", "Web"];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sprints of an issue, and custom fields of several kinds. */
function factsOf(random: () => number): IssueFacts {
  const team = TEAMS[Math.floor(random() * 3)];
  return {
    sprints: SPRINTS.filter(() => random() < 0.4),
    custom_fields: [
      ...(team === undefined ? [] : [{ name: "Team", type: "choice" as const, values: [team] }]),
      { name: "Size = cost", type: "number", values: [Math.floor(random() * 3)] },
      { name: "Notes", type: "text", values: ["Core"] },
    ],
  };
}

/** Fills an empty project, over half a year before now. @returns the id of its tracker */
export async function addRandomWork(db: Db, projectId: string, seed: number, size = 60): Promise<string> {
  const random = randomFrom(seed);
  const chance = (part: number): boolean => random() < part;
  const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const later = (time: number, hours: number): number => time + Math.floor(random() * hours * HOUR);
  const at = (time: number): string => new Date(time).toISOString();
  // A separate generator, so that everything else stays as it is for a seed.
  const workflow = randomFrom(seed + 1);
  const tracker = newId();
  const repository = await addSource(db, projectId);
  await db
    .insertInto("sources")
    .values({
      ...READ_SOURCE,
      id: tracker,
      project_id: projectId,
      kind: "tracker",
      provider: "github",
      url: `https://github.com/ariadne/${tracker}`,
      name: "ariadne/loom",
      default_branch: null,
    })
    .execute();
  const account = (name: string): string => `${tracker}-${name}`;
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
    .values(PEOPLE.map((name) => ({ source_id: repository, name, email: `${name}@example.org` })))
    .returning(["id"])
    .execute();
  const begin = NOW.getTime() - 180 * 24 * HOUR;
  const opened = Array.from({ length: size }, (_, i) => (i === 0 ? begin : later(begin, 179 * 24)));
  const base = { source_id: tracker, project_id: projectId, body: "", url: "https://example.org/" };
  const before = (time: number): boolean => time <= NOW.getTime();
  const issues = opened.map((time, i) => {
    const closed = later(time, 400);
    return {
      id: `${tracker}-i${i}`,
      time,
      closed: chance(0.6) && before(closed) ? closed : null,
      author: some(PEOPLE),
    };
  });
  await insertRows(
    db,
    "issues",
    issues.map(({ id, time, closed, author }, i) => ({
      ...base,
      id,
      external_id: id,
      number: i,
      key: `#${i}`,
      title: `Issue ${i}`,
      state: closed === null ? ("open" as const) : ("closed" as const),
      author_id: account(author),
      labels: JSON.stringify(LABELS.filter(() => chance(0.3))),
      priority: chance(0.7) ? some(PRIORITIES) : null,
      status: null,
      milestones: JSON.stringify(MILESTONES.filter(() => workflow() < 0.3)),
      facts: workflow() < 0.2 ? null : JSON.stringify(factsOf(workflow)),
      comments_count: 1,
      created_at: at(time),
      updated_at: at(closed ?? time),
      closed_at: closed === null ? null : at(closed),
    })),
  );
  await insertRows(
    db,
    "issue_comments",
    issues.flatMap(({ id, time }) =>
      Array.from({ length: 3 }, (_, n) => ({ n, when: later(time, 90) }))
        .filter(({ when }) => before(when))
        .map(({ n, when }) => ({
          id: newId(),
          issue_id: id,
          external_id: `c${n}`,
          author_id: account(some(PEOPLE)),
          body: "…",
          url: null,
          created_at: at(when),
          updated_at: at(when),
        })),
    ),
  );
  const requests = Array.from({ length: size }, (_, i) => {
    const time = later(begin, 179 * 24);
    const merged = later(time, 200);
    return {
      id: `${tracker}-r${i}`,
      time,
      merged: chance(0.7) && before(merged) ? merged : null,
      author: some(PEOPLE),
    };
  });
  await insertRows(
    db,
    "change_requests",
    requests.map(({ id, time, merged, author }, i) => ({
      ...base,
      id,
      external_id: id,
      number: 1000 + i,
      key: `!${i}`,
      title: `Request ${i}`,
      state: merged === null ? ("open" as const) : ("merged" as const),
      is_draft: false,
      author_id: account(author),
      source_branch: null,
      target_branch: null,
      head_hash: null,
      merge_hash: null,
      created_at: at(time),
      updated_at: at(merged ?? time),
      merged_at: merged === null ? null : at(merged),
      closed_at: merged === null ? null : at(merged),
      details_at: at(merged ?? time),
    })),
  );
  await insertRows(
    db,
    "request_reviews",
    requests.flatMap(({ id, time }) =>
      Array.from({ length: Math.floor(random() * 4) }, (_, n) => ({ n, when: later(time, 60) }))
        .filter(({ when }) => before(when))
        .map(({ n, when }) => ({
          id: newId(),
          request_id: id,
          external_id: `v${n}`,
          account_id: account(some(PEOPLE)),
          state: "commented" as const,
          submitted_at: at(when),
        })),
    ),
  );
  await insertRows(
    db,
    "request_files",
    requests
      .filter(() => chance(0.8))
      .map(({ id }) => ({
        request_id: id,
        project_id: projectId,
        path: "file",
        additions: Math.floor(random() * 90),
        deletions: Math.floor(random() * 9),
      })),
  );
  await insertRows(
    db,
    "git_commits",
    Array.from({ length: size }, (_, i) => {
      const time = at(i === 0 ? begin : later(begin, 179 * 24));
      const isCounted = chance(0.8);
      return {
        source_id: repository,
        hash: `${String(i).padStart(8, "0")}${tracker.replaceAll("-", "").padEnd(32, "0").slice(-32)}`,
        author_id: some(authors).id,
        authored_at: time,
        committed_at: time,
        message: `Commit ${i}`,
        parents: 1,
        added: isCounted ? Math.floor(random() * 50) : null,
        deleted: isCounted ? Math.floor(random() * 5) : null,
      };
    }),
  );
  return tracker;
}
