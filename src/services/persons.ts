import * as endpoints from "virtual:endpoints";
import type { Client } from "./client.ts";

/** The people behind the accounts and commits of a project, and corrections of wrong merges. */
export const createPersonsService = ({ call, send }: Client) => ({
  list: (project: string, q: string, signal?: AbortSignal) =>
    call(endpoints.listPersons, { query: { project, q: q || null }, signal }),
  /** Whom the address of a person's page names. */
  get: (id: string, person: string, signal?: AbortSignal) =>
    call(endpoints.getPerson, { params: { id, person }, signal }),
  work: (project: string, person: string, signal?: AbortSignal) =>
    call(endpoints.personWork, { query: { project, person }, signal }),
  knowledge: (project: string, person: string, signal?: AbortSignal) =>
    call(endpoints.personKnowledge, { query: { project, person }, signal }),
  /** Merges these identities into one person; a single one is split off from what the rules would join it with. */
  merge: (project: string, name: string, identities: readonly string[]) =>
    call(endpoints.mergePersons, { body: { project, name, identities } }),
  undo: (mergeId: string) => send(endpoints.undoPersonMerge, { params: { mergeId } }),
});
export type PersonsService = ReturnType<typeof createPersonsService>;
