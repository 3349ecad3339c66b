import { insertRows } from "../db/insertRows.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import type { TrackerPerson } from "../sources/sourceKinds.ts";
import { storable } from "./storable.ts";

/** Stores the accounts of one source. They are kept by their ids, so each is written once in a reading unless something about them changed. */
export class PeopleWriter {
  readonly #sourceId: string;
  readonly #people = new Map<string, { id: string; print: string }>();

  constructor(sourceId: string) {
    this.#sourceId = sourceId;
  }

  /** The row of somebody who was interned. */
  idOf(person: TrackerPerson | null): string | null {
    return person ? (this.#people.get(person.externalId)?.id ?? null) : null;
  }

  async intern(tx: Db, people: readonly (TrackerPerson | null)[]): Promise<void> {
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
        email: person.email === null ? null : storable(person.email, 320),
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
