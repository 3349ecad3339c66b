import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import {
  CodeBlame,
  CodeBlameQuery,
  CodeCompareQuery,
  CodeComparison,
  CodeContent,
  CodeContentQuery,
  CodeHistory,
  CodeHistoryQuery,
  CodeRawQuery,
  CodeRefs,
  CodeRefsQuery,
  CodeRepository,
} from "./code.ts";
import { CommitChanges, CommitChangesQuery } from "./commitChanges.ts";
import { CommitAnswer, CommitDiff, CommitDiffQuery, CommitQuery, FindCommitsQuery, FoundCommit } from "./commits.ts";
import { Connected, ConnectedLinesQuery, ConnectedQuery, NamedThing, NamedThingsQuery } from "./graph.ts";
import {
  CallHierarchy,
  CodeMatches,
  CodeMatchesQuery,
  Definitions,
  Implementations,
  MAX_SCIP_BYTES,
  References,
  ReferencesQuery,
  ScipBody,
  ScipListQuery,
  ScipQuery,
  ScipUpload,
  SymbolQuery,
} from "./references.ts";

// A table: one call, one row.
/** Calls about files, commits, symbols and what is connected with them. */
// prettier-ignore
export const CODE_ENDPOINTS = {
  connected: { method: "GET", path: "connected/", auth: "user", query: ConnectedQuery, status: 200, response: Connected, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  namedThings: { method: "GET", path: "named-things/", auth: "user", query: NamedThingsQuery, status: 200, response: z.array(NamedThing), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  connectedLines: { method: "GET", path: "connected-lines/", auth: "user", query: ConnectedLinesQuery, status: 200, response: Connected, runs: "pinned", agents: false, scope: "read", expired: false, confirm: false },
  commitChanges: { method: "GET", path: "commit-changes/", auth: "user", query: CommitChangesQuery, status: 200, response: CommitChanges, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  codeRepositories: { method: "GET", path: "projects/:id/code/", auth: "user", status: 200, response: z.array(CodeRepository), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeContent: { method: "GET", path: "projects/:id/code/content/", auth: "user", query: CodeContentQuery, status: 200, response: CodeContent, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeRefs: { method: "GET", path: "code/:id/refs/", auth: "user", query: CodeRefsQuery, status: 200, response: CodeRefs, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeBlame: { method: "GET", path: "code/:id/blame/", auth: "user", query: CodeBlameQuery, status: 200, response: CodeBlame, runs: "pinned", agents: true, scope: "read", expired: false, confirm: false },
  codeHistory: { method: "GET", path: "code/:id/history/", auth: "user", query: CodeHistoryQuery, status: 200, response: CodeHistory, runs: "pinned", agents: true, scope: "read", expired: false, confirm: false },
  codeCompare: { method: "GET", path: "code/:id/compare/", auth: "user", query: CodeCompareQuery, status: 200, response: CodeComparison, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeRaw: { method: "GET", path: "code/:id/raw/", auth: "user", query: CodeRawQuery, status: 200, response: null, type: "application/octet-stream", runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  findCommits: { method: "GET", path: "commits/", auth: "user", query: FindCommitsQuery, status: 200, response: z.array(FoundCommit), runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  getCommit: { method: "GET", path: "projects/:id/commits/:hash/", auth: "user", query: CommitQuery, status: 200, response: CommitAnswer, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  commitDiff: { method: "GET", path: "projects/:id/commits/:hash/diff/", auth: "user", query: CommitDiffQuery, status: 200, response: CommitDiff, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  definitions: { method: "GET", path: "definitions/", auth: "user", query: SymbolQuery, status: 200, response: Definitions, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  references: { method: "GET", path: "references/", auth: "user", query: ReferencesQuery, status: 200, response: References, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  implementations: { method: "GET", path: "implementations/", auth: "user", query: SymbolQuery, status: 200, response: Implementations, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  callHierarchy: { method: "GET", path: "call-hierarchy/", auth: "user", query: ReferencesQuery, status: 200, response: CallHierarchy, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeMatches: { method: "GET", path: "code-matches/", auth: "user", query: CodeMatchesQuery, status: 200, response: CodeMatches, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  uploadScip: { method: "POST", path: "scip/", auth: "user", query: ScipQuery, body: ScipBody, upload: MAX_SCIP_BYTES, status: 201, response: ScipUpload, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listScip: { method: "GET", path: "scip/", auth: "user", query: ScipListQuery, status: 200, response: z.array(ScipUpload), runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  removeScip: { method: "DELETE", path: "sources/:itemId/scip/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
