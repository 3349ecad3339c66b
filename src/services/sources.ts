import * as endpoints from "virtual:endpoints";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { ProjectRole, SourceValid } from "../../contract/projects.ts";
import type { Client } from "./client.ts";
import { asEnum, asString } from "./parseResponse.ts";
import { isRecord } from "../domain/isRecord.ts";

/** The calls of each kind of source, by the kind's name in their paths. */
const CALLS = {
  repositories: {
    add: endpoints.addRepository,
    remove: endpoints.removeRepository,
    validate: endpoints.validateRepository,
  },
  trackers: { add: endpoints.addTracker, remove: endpoints.removeTracker, validate: endpoints.validateTracker },
  wikis: { add: endpoints.addWiki, remove: endpoints.removeWiki, validate: endpoints.validateWiki },
} as const;
export type SourcePath = keyof typeof CALLS;
export type AnySource = BodySent<"addRepository" | "addTracker" | "addWiki">;

/** A host that reports no error has found the source, however few fields it returns. */
const readValid =
  ({ url }: AnySource) =>
  (answer: unknown): SourceValid | null => {
    const fields = isRecord(answer) ? answer : {};
    if (fields["valid"] === false) return null;
    return {
      ...fields,
      valid: true,
      name: asString(fields["name"]) || url,
      visibility: asEnum(fields["visibility"], ["public", "private", "unknown"], "unknown"),
    };
  };

/** Sources of a project: linking, validating, unlinking. */
export const createSourcesService = ({ call, read, send }: Client) => ({
  add: (id: string, kind: SourcePath, body: AnySource) => send(CALLS[kind].add, { params: { id }, body }),
  remove: (id: string, kind: SourcePath, itemId: string) => send(CALLS[kind].remove, { params: { id, itemId } }),
  /** Details of the sources of a project beyond their syncs. */
  details: (project: string, signal?: AbortSignal) => call(endpoints.listSources, { query: { project }, signal }),
  /** Whether members may write to the tracker of a source. */
  chooseWriting: (id: string, allowed: boolean) =>
    call(endpoints.chooseWriting, { params: { itemId: id }, body: { allowed } }),
  /** The sources of a project compared with their hosts. */
  ledgers: (project: string, signal?: AbortSignal) => call(endpoints.listLedgers, { query: { project }, signal }),
  /** Compares a source with its host, in the background. */
  compare: (itemId: string) => call(endpoints.compareSource, { params: { itemId } }),
  /** Restricted items that the caller's role may read, newest change first. */
  restricted: (project: string, { q, limit }: Pick<QuerySent<"listRestricted">, "q" | "limit">, signal?: AbortSignal) =>
    call(endpoints.listRestricted, { query: { project, q: q || null, limit }, signal }),
  pause: (itemId: string) => call(endpoints.pauseSource, { params: { itemId } }),
  resume: (itemId: string) => call(endpoints.resumeSource, { params: { itemId } }),
  /** Replaces the access of a linked source. Stored data is kept. */
  renewAccess: (itemId: string, body: BodySent<"renewSourceAccess">) =>
    call(endpoints.renewSourceAccess, { params: { itemId }, body }),
  /** Changes the least role for its restricted items; null: their texts are removed. */
  rename: (itemId: string, name: string) => call(endpoints.renameSource, { params: { itemId }, body: { name } }),
  chooseRestricted: (itemId: string, role: ProjectRole | null) =>
    call(endpoints.chooseRestricted, { params: { itemId }, body: { role } }),
  /** Changes which branches and tags are searched in addition to the default branch; a sync reads them. */
  chooseRefs: (itemId: string, patterns: readonly string[]) =>
    call(endpoints.chooseRefs, { params: { itemId }, body: { patterns: [...patterns] } }),
  /** Changes the folders that a repository is limited to; a sync builds its index again. */
  chooseFolders: (itemId: string, folders: readonly string[]) =>
    call(endpoints.chooseFolders, { params: { itemId }, body: { folders: [...folders] } }),
  /** The custom fields of a tracker, as its host has them now. */
  fields: (itemId: string, signal?: AbortSignal) => call(endpoints.listFields, { params: { itemId }, signal }),
  /** Changes which custom fields are read; a sync reads all issues again for an added one. */
  chooseFields: (itemId: string, names: readonly string[]) =>
    call(endpoints.chooseFields, { params: { itemId }, body: { custom_fields: [...names] } }),
  /** Uploaded SCIP indexes of the project's repositories. */
  scip: (project: string, signal?: AbortSignal) => call(endpoints.listScip, { query: { project }, signal }),
  removeScip: (itemId: string) => send(endpoints.removeScip, { params: { itemId } }),
  /** The secret is only in this response. */
  makeWebhook: (itemId: string) => call(endpoints.createWebhook, { params: { itemId } }),
  removeWebhook: (itemId: string) => send(endpoints.removeWebhook, { params: { itemId } }),
  /** Whether a source can be reached, and its name. A failure names the field (`url`, `credential`). */
  validate: (kind: SourcePath, body: AnySource, signal?: AbortSignal) =>
    read(CALLS[kind].validate, { body, signal }, readValid(body)),
});
export type SourcesService = ReturnType<typeof createSourcesService>;
