import { sql } from "kysely";
import { insertRows } from "../db/insertRows.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import type { TrackerPerson } from "../sources/connectorTypes.ts";
import { sanitizeText } from "../db/sanitizeText.ts";

/** Every column that names an account for something it did. */
export const NAMING_COLUMNS = [
  ["issues", "author_id"],
  ["issue_assignees", "person_id"],
  ["issue_comments", "author_id"],
  ["issue_events", "actor_id"],
  ["change_requests", "author_id"],
  ["request_reviews", "person_id"],
  ["pages", "author_id"],
  ["page_versions", "author_id"],
  ["releases", "author_id"],
] as const;
const BATCH_SIZE = 500;

/** Stores the accounts of one source. They are kept by their ids, so each is written once in a reading unless something about them changed. */
export class PeopleWriter {
  readonly #sourceId: string;
  readonly #people = new Map<string, { id: string; print: string }>();

  constructor(sourceId: string) {
    this.#sourceId = sourceId;
  }

  /** The row of an interned person. */
  idOf(person: TrackerPerson | null): string | null {
    return person ? (this.#people.get(person.externalId)?.id ?? null) : null;
  }

  async intern(tx: Db, people: readonly (TrackerPerson | null)[]): Promise<void> {
    const fresh = new Map<string, TrackerPerson>();
    for (const person of people) {
      if (person && this.#people.get(person.externalId)?.print !== digestOf(person))
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
        login: sanitizeText(person.login, 200),
        name: sanitizeText(person.name, 200),
        email: person.email === null ? null : sanitizeText(person.email, 320),
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
      if (person) this.#people.set(external_id, { id, print: digestOf(person) });
    }
  }

  /**
   * Removes the accounts that no stored item names any more: their items were deleted or are now left out. A person merged by hand from such
   * accounts alone is removed too.
   */
  async removeUnnamed(tx: Db): Promise<void> {
    const isNamed = NAMING_COLUMNS.map(
      ([table, column]) => sql`exists (select 1 from ${sql.table(table)} n where n.${sql.ref(column)} = p.id)`,
    );
    const { rows: gone } = await sql<{ id: string; external_id: string }>`
      select p.id, p.external_id from people p
      where p.source_id = ${this.#sourceId} and not (${sql.join(isNamed, sql` or `)})`.execute(tx);
    for (let at = 0; at < gone.length; at += BATCH_SIZE) {
      const ids = gone.slice(at, at + BATCH_SIZE).map(({ id }) => id);
      const persons = await tx
        .selectFrom("person_identities")
        .select("person_id")
        .distinct()
        .where("account_id", "in", ids)
        .execute();
      await tx.deleteFrom("people").where("id", "in", ids).execute();
      await forgetPersons(
        tx,
        persons.map(({ person_id }) => person_id),
      );
    }
    for (const { external_id } of gone) this.#people.delete(external_id);
  }
}

const digestOf = (person: TrackerPerson): string => JSON.stringify(person);

/** Persons who lost an account: without another identity they go, with their merges; an address that no other identity has goes too. */
async function forgetPersons(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const left = await tx
    .selectFrom("person_identities")
    .leftJoin("people", "people.id", "person_identities.account_id")
    .leftJoin("git_authors", "git_authors.id", "person_identities.author_id")
    .select(["person_identities.person_id", "people.email as account_email", "git_authors.email as author_email"])
    .where("person_identities.person_id", "in", ids)
    .execute();
  const emails = new Map<string, Set<string | null>>();
  for (const { person_id, account_email, author_email } of left) {
    emails.set(person_id, (emails.get(person_id) ?? new Set()).add(account_email).add(author_email));
  }
  const lost = ids.filter((id) => !emails.has(id));
  if (lost.length > 0) {
    await tx.deleteFrom("person_merges").where("kept_id", "in", lost).execute();
    await tx.deleteFrom("persons").where("id", "in", lost).execute();
  }
  for (const [id, known] of emails) {
    await tx
      .updateTable("persons")
      .set({ email: null })
      .where("id", "=", id)
      .where("email", "not in", ["", ...[...known].filter((email) => email !== null)])
      .execute();
  }
}
