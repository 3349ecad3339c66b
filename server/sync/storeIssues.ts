import { insertRows } from "../db/insertRows.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import type { TrackerComment, TrackerIssue, TrackerPerson } from "../sources/sourceKinds.ts";

const LONGEST_BODY = 1_000_000;
const LONGEST_TITLE = 2000;

/** Stores what one tracker says. People are kept by their ids, so each is written once in a reading unless something about them changed. */
export class IssueWriter {
  readonly #sourceId: string;
  readonly #projectId: string;
  readonly #people = new Map<string, { id: string; print: string }>();

  constructor(source: { readonly id: string; readonly projectId: string }) {
    this.#sourceId = source.id;
    this.#projectId = source.projectId;
  }

  /**
   * Upserts by the provider's id and time of change: what is stored and not older stays as it is.
   * @returns how many issues changed
   */
  async writeIssues(tx: Db, issues: readonly TrackerIssue[]): Promise<number> {
    const latest = new Map<string, TrackerIssue>();
    for (const issue of issues) {
      const other = latest.get(issue.externalId);
      if (!other || other.updatedAt <= issue.updatedAt) latest.set(issue.externalId, issue);
    }
    if (latest.size === 0) return 0;
    const stored = new Map(
      (
        await tx
          .selectFrom("issues")
          .select(["id", "external_id", "updated_at", "comments_count"])
          .where("source_id", "=", this.#sourceId)
          .where("external_id", "in", [...latest.keys()])
          .execute()
      ).map((row) => [row.external_id, row]),
    );
    const changed = [...latest.values()].filter((issue) => {
      const row = stored.get(issue.externalId);
      return !row || row.updated_at < issue.updatedAt || row.comments_count !== issue.commentsCount;
    });
    await this.#internPeople(
      tx,
      changed.flatMap(({ author, assignees }) => [author, ...assignees]),
    );
    const ids = new Map(changed.map((issue) => [issue.externalId, stored.get(issue.externalId)?.id ?? newId()]));
    await insertRows(
      tx,
      "issues",
      changed.map((issue) => ({
        id: ids.get(issue.externalId) ?? "",
        source_id: this.#sourceId,
        project_id: this.#projectId,
        external_id: issue.externalId,
        number: issue.number,
        key: issue.key.slice(0, 200),
        title: storable(issue.title, LONGEST_TITLE),
        body: storable(issue.body, LONGEST_BODY),
        state: issue.state,
        url: issue.url,
        author_id: this.#personId(issue.author),
        labels: JSON.stringify(issue.labels.map((label) => storable(label, 200))),
        comments_count: issue.commentsCount,
        created_at: issue.createdAt.toISOString(),
        updated_at: issue.updatedAt.toISOString(),
        closed_at: issue.closedAt?.toISOString() ?? null,
      })),
      {
        onConflict: {
          columns: ["source_id", "external_id"],
          update: [
            "number",
            "key",
            "title",
            "body",
            "state",
            "url",
            "author_id",
            "labels",
            "comments_count",
            "created_at",
            "updated_at",
            "closed_at",
          ],
        },
      },
    );
    const known = changed.flatMap((issue) => (stored.has(issue.externalId) ? (ids.get(issue.externalId) ?? []) : []));
    if (known.length > 0) await tx.deleteFrom("issue_assignees").where("issue_id", "in", known).execute();
    const assignees = changed.flatMap((issue) =>
      [...new Set(issue.assignees.flatMap((person) => this.#personId(person) ?? []))].map((person_id) => ({
        issue_id: ids.get(issue.externalId) ?? "",
        person_id,
      })),
    );
    await insertRows(tx, "issue_assignees", assignees, { onConflict: "ignore" });
    return changed.length;
  }

  /** Comments on things that are no issues here (pull requests) are passed over. */
  async writeComments(tx: Db, comments: readonly TrackerComment[]): Promise<number> {
    const keys = [...new Set(comments.map(({ issueKey }) => issueKey))];
    if (keys.length === 0) return 0;
    const issues = new Map(
      (
        await tx
          .selectFrom("issues")
          .select(["id", "key"])
          .where("source_id", "=", this.#sourceId)
          .where("key", "in", keys)
          .execute()
      ).map(({ id, key }) => [key, id]),
    );
    const latest = new Map<string, TrackerComment>();
    for (const comment of comments) if (issues.has(comment.issueKey)) latest.set(comment.externalId, comment);
    const ours = [...latest.values()];
    if (ours.length === 0) return 0;
    const stored = new Map(
      (
        await tx
          .selectFrom("issue_comments")
          .select(["external_id", "updated_at"])
          .where("issue_id", "in", [...issues.values()])
          .where("external_id", "in", [...latest.keys()])
          .execute()
      ).map((row) => [row.external_id, row.updated_at]),
    );
    const changed = ours.filter(({ externalId, updatedAt }) => {
      const at = stored.get(externalId);
      return !at || at < updatedAt;
    });
    await this.#internPeople(
      tx,
      changed.map(({ author }) => author),
    );
    await insertRows(
      tx,
      "issue_comments",
      changed.map((comment) => ({
        id: newId(),
        issue_id: issues.get(comment.issueKey) ?? "",
        external_id: comment.externalId,
        author_id: this.#personId(comment.author),
        body: storable(comment.body, LONGEST_BODY),
        url: comment.url,
        created_at: comment.createdAt.toISOString(),
        updated_at: comment.updatedAt.toISOString(),
      })),
      { onConflict: { columns: ["issue_id", "external_id"], update: ["author_id", "body", "url", "updated_at"] } },
    );
    return changed.length;
  }

  #personId(person: TrackerPerson | null): string | null {
    return person ? (this.#people.get(person.externalId)?.id ?? null) : null;
  }

  async #internPeople(tx: Db, people: readonly (TrackerPerson | null)[]): Promise<void> {
    const fresh = new Map<string, TrackerPerson>();
    for (const person of people) {
      if (person && this.#people.get(person.externalId)?.print !== printOf(person))
        fresh.set(person.externalId, person);
    }
    if (fresh.size === 0) return;
    await insertRows(
      tx,
      "people",
      [...fresh.values()].map((person) => ({
        id: newId(),
        source_id: this.#sourceId,
        external_id: person.externalId,
        login: storable(person.login, 200),
        name: storable(person.name, 200),
        email: person.email,
        avatar_url: person.avatarUrl,
        is_bot: person.isBot,
      })),
      {
        onConflict: {
          columns: ["source_id", "external_id"],
          update: ["login", "name", "email", "avatar_url", "is_bot"],
        },
      },
    );
    const rows = await tx
      .selectFrom("people")
      .select(["id", "external_id"])
      .where("source_id", "=", this.#sourceId)
      .where("external_id", "in", [...fresh.keys()])
      .execute();
    for (const { id, external_id } of rows) {
      const person = fresh.get(external_id);
      if (person) this.#people.set(external_id, { id, print: printOf(person) });
    }
  }
}

const printOf = (person: TrackerPerson): string => JSON.stringify(person);
/** As the database can hold it: no lone halves of characters, no NUL, an end. */
const storable = (text: string, longest: number): string => text.slice(0, longest).toWellFormed().replaceAll("\0", "");
