import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** The files of the repositories of a project. */
export const createCodeService = ({ call, download }: Client) => ({
  repositories: (id: string, signal?: AbortSignal) => call(endpoints.codeRepositories, { params: { id }, signal }),
  /** A folder or a file. */
  content: (id: string, query: QuerySent<"codeContent">, signal?: AbortSignal) =>
    call(endpoints.codeContent, { params: { id }, query, signal }),
  refs: (id: string, query: QuerySent<"codeRefs">, signal?: AbortSignal) =>
    call(endpoints.codeRefs, { params: { id }, query, signal }),
  blame: (id: string, query: QuerySent<"codeBlame">, signal?: AbortSignal) =>
    call(endpoints.codeBlame, { params: { id }, query, signal }),
  history: (id: string, query: QuerySent<"codeHistory">, signal?: AbortSignal) =>
    call(endpoints.codeHistory, { params: { id }, query, signal }),
  compare: (id: string, query: QuerySent<"codeCompare">, signal?: AbortSignal) =>
    call(endpoints.codeCompare, { params: { id }, query, signal }),
  /** The bytes of a file. */
  raw: (id: string, query: QuerySent<"codeRaw">, signal?: AbortSignal) =>
    download(endpoints.codeRaw, { params: { id }, query, signal }),
});
export type CodeService = ReturnType<typeof createCodeService>;
