import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { PeopleWriter } from "./PeopleWriter.ts";
import type { SyncedSource } from "../source/SyncedSource.ts";

/** What the writers of issues, requests and pages of one source share. */
export abstract class ItemWriter {
  readonly sourceId: string;
  protected readonly people: PeopleWriter;
  readonly projectId: string;

  constructor({ id, projectId }: Pick<SyncedSource, "id" | "projectId">) {
    this.sourceId = id;
    this.people = new PeopleWriter(id);
    this.projectId = projectId;
  }

  /** Removes the accounts that nothing stored names any more. */
  removeUnnamedPeople(tx: Db): Promise<void> {
    return this.people.removeUnnamed(tx);
  }

  /** The columns that the row of each kind of item has. */
  protected columnsOf(item: { readonly externalId: string; readonly createdAt: Date; readonly updatedAt: Date }) {
    return {
      id: newId(),
      source_id: this.sourceId,
      project_id: this.projectId,
      external_id: item.externalId,
      created_at: item.createdAt.toISOString(),
      updated_at: item.updatedAt.toISOString(),
    };
  }
}
