import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  clearPersonEmail,
  deleteAccounts,
  deletePersonsWithMerges,
  listAccountIds,
  listIdentityEmails,
  listPersonsOfAccounts,
  listUnnamedAccounts,
  upsertAccounts,
} from "../../db/tables/accounts/accountStorage.ts";
import type { TrackerPerson } from "../../sources/connector/connectorTypes.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";

const BATCH_SIZE = 500;

/** Stores the accounts of one source. Their ids are cached, so an account is written once in a sync unless it changed. */
export class PeopleWriter {
  readonly #sourceId: string;
  readonly #people = new Map<string, { id: string; digest: string }>();

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
      if (person && this.#people.get(person.externalId)?.digest !== digestOf(person))
        fresh.set(person.externalId, person);
    }
    if (fresh.size === 0) return;
    await upsertAccounts(
      tx,
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
    );
    const rows = await listAccountIds(tx, this.#sourceId, [...fresh.keys()]);
    for (const { id, external_id } of rows) {
      const person = fresh.get(external_id);
      if (person) this.#people.set(external_id, { id, digest: digestOf(person) });
    }
  }

  /**
   * Removes the accounts that no stored item names any more: their items were deleted or are now left out. A person merged by hand from such
   * accounts alone is removed too.
   */
  async removeUnnamed(tx: Db): Promise<void> {
    const gone = await listUnnamedAccounts(tx, this.#sourceId);
    for (let at = 0; at < gone.length; at += BATCH_SIZE) {
      const ids = gone.slice(at, at + BATCH_SIZE).map(({ id }) => id);
      const persons = await listPersonsOfAccounts(tx, ids);
      await deleteAccounts(tx, ids);
      await forgetPersons(tx, persons);
    }
    for (const { external_id } of gone) this.#people.delete(external_id);
  }
}

const digestOf = (person: TrackerPerson): string => JSON.stringify(person);

/** Deletes persons without another identity, with their merges, and email addresses that no other identity of a person has. */
async function forgetPersons(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const left = await listIdentityEmails(tx, ids);
  const emails = new Map<string, Set<string | null>>();
  for (const { person_id, account_email, author_email } of left) {
    emails.set(person_id, (emails.get(person_id) ?? new Set()).add(account_email).add(author_email));
  }
  await deletePersonsWithMerges(
    tx,
    ids.filter((id) => !emails.has(id)),
  );
  for (const [id, personEmails] of emails) {
    await clearPersonEmail(
      tx,
      id,
      [...personEmails].filter((email) => email !== null),
    );
  }
}
