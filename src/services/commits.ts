import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** The commits of a project. */
export const createCommitsService = ({ call }: Client) => ({
  /** The commit that a hash, or the beginning of one, names. */
  get: (id: string, hash: string, query: QuerySent<"getCommit">, signal?: AbortSignal) =>
    call(endpoints.getCommit, { params: { id, hash }, query, signal }),
  diff: (id: string, hash: string, query: QuerySent<"commitDiff">, signal?: AbortSignal) =>
    call(endpoints.commitDiff, { params: { id, hash }, query, signal }),
  /** Which of these hashes are commits. */
  find: (query: QuerySent<"findCommits">, signal?: AbortSignal) => call(endpoints.findCommits, { query, signal }),
});
export type CommitsService = ReturnType<typeof createCommitsService>;
