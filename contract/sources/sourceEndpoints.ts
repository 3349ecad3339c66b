import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { WritingChoice } from "../issues/issueWrites.ts";
import {
  ProjectContents,
  Repository,
  RepositorySource,
  SourceValid,
  Tracker,
  TrackerSource,
  Wiki,
  WikiSource,
} from "../projects.ts";
import {
  CustomSource,
  CustomSourceBody,
  ImportBatch,
  ImportMapping,
  ImportResult,
  ImportToken,
  ImportTokenBody,
  NewImportToken,
  RunEnd,
} from "./imports.ts";
import { ClosedProject, HostAccess, HostAccessChoice } from "./hostAccess.ts";
import { SourceLedger } from "./ledger.ts";
import {
  GroupAddress,
  GroupBody,
  GroupChange,
  GroupPreview,
  GroupRemoval,
  GroupsQuery,
  LinkedGroup,
} from "./linkedGroups.ts";
import {
  FieldChoice,
  FolderChoice,
  NewWebhook,
  RefPatterns,
  RestrictedChoice,
  SourceAccess,
  SourceDetail,
  SourceFields,
  SourceName,
  SourcesQuery,
} from "./sources.ts";

// A table: one call, one row.
/** Calls about sources: linking, their state, imports. */
// prettier-ignore
export const SOURCE_ENDPOINTS = {
  addRepository: { method: "POST", path: "projects/:id/repositories/", auth: "user", body: RepositorySource, status: 201, response: Repository, runs: "main", agents: false, expired: false, confirm: false },
  linkGroup: { method: "POST", path: "projects/:id/groups/", auth: "user", body: GroupBody, status: 201, response: LinkedGroup, runs: "main", agents: false, expired: false, confirm: false },
  addTracker: { method: "POST", path: "projects/:id/trackers/", auth: "user", body: TrackerSource, status: 201, response: Tracker, runs: "main", agents: false, expired: false, confirm: false },
  addWiki: { method: "POST", path: "projects/:id/wikis/", auth: "user", body: WikiSource, status: 201, response: Wiki, runs: "main", agents: false, expired: false, confirm: false },
  removeRepository: { method: "DELETE", path: "projects/:id/repositories/:itemId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  removeTracker: { method: "DELETE", path: "projects/:id/trackers/:itemId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  removeWiki: { method: "DELETE", path: "projects/:id/wikis/:itemId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  validateRepository: { method: "POST", path: "repositories/validate/", auth: "user", body: RepositorySource, status: 200, response: SourceValid, runs: "main", agents: false, expired: false, confirm: false },
  validateTracker: { method: "POST", path: "trackers/validate/", auth: "user", body: TrackerSource, status: 200, response: SourceValid, runs: "main", agents: false, expired: false, confirm: false },
  validateWiki: { method: "POST", path: "wikis/validate/", auth: "user", body: WikiSource, status: 200, response: SourceValid, runs: "main", agents: false, expired: false, confirm: false },
  previewGroup: { method: "POST", path: "groups/preview/", auth: "user", body: GroupAddress, status: 200, response: GroupPreview, runs: "main", agents: false, expired: false, confirm: false },
  listGroups: { method: "GET", path: "groups/", auth: "user", query: GroupsQuery, status: 200, response: z.array(LinkedGroup), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  changeGroup: { method: "PUT", path: "groups/:itemId/", auth: "user", body: GroupChange, status: 200, response: LinkedGroup, runs: "main", agents: false, expired: false, confirm: false },
  compareGroup: { method: "POST", path: "groups/:itemId/compare/", auth: "user", status: 202, response: LinkedGroup, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  removeGroup: { method: "DELETE", path: "groups/:itemId/", auth: "user", query: GroupRemoval, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  createGroupWebhook: { method: "POST", path: "groups/:itemId/webhook/", auth: "user", status: 201, response: NewWebhook, runs: "main", agents: false, expired: false, confirm: false },
  createCustomSource: { method: "POST", path: "projects/:id/sources/", auth: "user", body: CustomSourceBody, status: 201, response: CustomSource, runs: "main", agents: false, expired: false, confirm: false },
  getImport: { method: "GET", path: "sources/:itemId/import/", auth: "user", imports: true, status: 200, response: CustomSource, runs: "main", agents: false, expired: false, confirm: false },
  keepImportMapping: { method: "PUT", path: "sources/:itemId/import-mapping/", auth: "user", body: ImportMapping, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  importItems: { method: "PUT", path: "sources/:itemId/items/", auth: "user", imports: true, body: ImportBatch, status: 200, response: ImportResult, runs: "main", agents: false, expired: false, confirm: false },
  beginImportRun: { method: "POST", path: "sources/:itemId/import-runs/", auth: "user", imports: true, status: 201, response: CustomSource, runs: "main", agents: false, expired: false, confirm: false },
  endImportRun: { method: "POST", path: "sources/:itemId/import-runs/end/", auth: "user", imports: true, body: RunEnd, status: 200, response: ImportResult, runs: "main", agents: false, expired: false, confirm: false },
  listImportTokens: { method: "GET", path: "sources/:itemId/import-tokens/", auth: "user", status: 200, response: z.array(ImportToken), runs: "main", agents: false, expired: false, confirm: false },
  createImportToken: { method: "POST", path: "sources/:itemId/import-tokens/", auth: "user", body: ImportTokenBody, status: 201, response: NewImportToken, runs: "main", agents: false, expired: false, confirm: true },
  deleteImportToken: { method: "DELETE", path: "import-tokens/:tokenId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  projectContents: { method: "GET", path: "project-contents/", auth: "user", query: SourcesQuery, status: 200, response: ProjectContents, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listSources: { method: "GET", path: "sources/", auth: "user", query: SourcesQuery, status: 200, response: z.array(SourceDetail), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listLedgers: { method: "GET", path: "source-ledgers/", auth: "user", query: SourcesQuery, status: 200, response: z.array(SourceLedger), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  compareSource: { method: "POST", path: "sources/:itemId/compare/", auth: "user", status: 202, response: SourceLedger, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  pauseSource: { method: "POST", path: "sources/:itemId/pause/", auth: "user", status: 200, response: SourceDetail, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  resumeSource: { method: "POST", path: "sources/:itemId/resume/", auth: "user", status: 200, response: SourceDetail, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  renewSourceAccess: { method: "PUT", path: "sources/:itemId/access/", auth: "user", body: SourceAccess, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  renameSource: { method: "PUT", path: "sources/:itemId/name/", auth: "user", body: SourceName, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  chooseRestricted: { method: "PUT", path: "sources/:itemId/restricted/", auth: "user", body: RestrictedChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  getHostAccess: { method: "GET", path: "sources/:itemId/host-access/", auth: "user", status: 200, response: HostAccess, runs: "main", agents: false, expired: false, confirm: false },
  chooseHostAccess: { method: "PUT", path: "sources/:itemId/host-access/", auth: "user", body: HostAccessChoice, status: 200, response: HostAccess, runs: "main", agents: false, expired: false, confirm: false },
  listClosedProjects: { method: "GET", path: "closed-projects/", auth: "user", status: 200, response: z.array(ClosedProject), runs: "main", agents: false, expired: false, confirm: false },
  checkClosedProjects: { method: "POST", path: "closed-projects/check/", auth: "user", status: 200, response: z.array(ClosedProject), runs: "main", agents: false, expired: false, confirm: false },
  chooseWriting: { method: "PUT", path: "sources/:itemId/writing/", auth: "user", body: WritingChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  chooseRefs: { method: "PUT", path: "sources/:itemId/refs/", auth: "user", body: RefPatterns, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  chooseFolders: { method: "PUT", path: "sources/:itemId/folders/", auth: "user", body: FolderChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  listFields: { method: "GET", path: "sources/:itemId/fields/", auth: "user", status: 200, response: SourceFields, runs: "main", agents: false, expired: false, confirm: false },
  chooseFields: { method: "PUT", path: "sources/:itemId/fields/", auth: "user", body: FieldChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  createWebhook: { method: "POST", path: "sources/:itemId/webhook/", auth: "user", status: 201, response: NewWebhook, runs: "main", agents: false, expired: false, confirm: false },
  removeWebhook: { method: "DELETE", path: "sources/:itemId/webhook/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
