import type { ImportItem } from "../../../../contract/sources/imports.ts";
import type { ImportKindName } from "../../../../contract/sources/importRules.ts";
import type { Db } from "../../../db/openDb.ts";
import { findCustomSource, updateReadSequence } from "../../../db/tables/sources/customSources.ts";
import {
  countImportedByKind,
  listImportedChanges,
  listImportedIds,
  listImportedItems,
  listImportedPlaces,
} from "../../../db/tables/sources/importedItems.ts";
import type { PushedFacts, PushedItem, PushedPlace, PushedSource } from "../../connector/pushedTypes.ts";

/** Rows of one list of ids. */
const LIST_SIZE = 2000;

/** The items of a custom source in the database. */
export class ImportedSource implements PushedSource {
  readonly #db: Db;
  readonly #id: string;

  constructor(db: Db, id: string) {
    this.#db = db;
    this.#id = id;
  }

  async facts(): Promise<PushedFacts | undefined> {
    const row = await findCustomSource(this.#db, this.#id);
    return row && { name: row.name, linkTemplate: row.link_template, sequence: Number(row.sequence) };
  }

  async changes(
    kind: ImportKindName,
    after: { readonly sequence: number; readonly id: string },
    limit: number,
  ): Promise<readonly PushedItem[]> {
    return (await listImportedChanges(this.#db, this.#id, kind, after, limit)).map(itemOf);
  }

  async items(kind: ImportKindName, ids: readonly string[]): Promise<readonly PushedItem[]> {
    return ids.length === 0 ? [] : (await listImportedItems(this.#db, this.#id, kind, ids)).map(itemOf);
  }

  async *ids(kind: ImportKindName): AsyncGenerator<readonly string[]> {
    for (let after = ""; ;) {
      const rows = await listImportedIds(this.#db, this.#id, kind, after, LIST_SIZE);
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ external_id }) => external_id);
      after = last.external_id;
    }
  }

  async *places(): AsyncGenerator<readonly PushedPlace[]> {
    for (let after = ""; ;) {
      const rows = await listImportedPlaces(this.#db, this.#id, after, LIST_SIZE);
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map((row) => ({
        externalId: row.external_id,
        version: row.version,
        parentId: row.parent_external_id,
        position: row.position,
      }));
      after = last.external_id;
    }
  }

  counts(): Promise<Readonly<Record<ImportKindName, number>>> {
    return countImportedByKind(this.#db, this.#id);
  }

  markRead(sequence: number): Promise<void> {
    return updateReadSequence(this.#db, this.#id, sequence);
  }
}

type Row = Awaited<ReturnType<typeof listImportedChanges>>[number];

const itemOf = (row: Row): PushedItem => ({
  externalId: row.external_id,
  // It was parsed by the contract before it was stored.
  item: row.content === null ? null : (JSON.parse(row.content) as ImportItem),
  sequence: Number(row.sequence),
  version: row.version,
});
