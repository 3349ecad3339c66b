import type {
  Repository,
  RepositorySource,
  SourceValid,
  Tracker,
  TrackerSource,
  Wiki,
  WikiSource,
} from "../../contract/projects.ts";
import type { ProjectRole } from "../../contract/projects.ts";
import type { RestrictedPage } from "../../contract/restricted.ts";
import type { NewWebhook, SourceAccess, SourceDetail } from "../../contract/sources.ts";
import type { Http } from "./http.ts";
import { isFields, parseWith, asString, asEnum } from "./parseResponse.ts";
import type { Result } from "./result.ts";

/** A kind of source, as in the paths of its calls. */
export type SourcePath = "repositories" | "trackers" | "wikis";
export type AnySource = RepositorySource | TrackerSource | WikiSource;
export type LinkedSource = Repository | Tracker | Wiki;

/** A host that reports no error has found the source, however few fields it returns. */
const readValid =
  ({ url }: AnySource) =>
  (answer: unknown): SourceValid | null => {
    const told = isFields(answer) ? answer : {};
    if (told["valid"] === false) return null;
    return {
      ...told,
      valid: true,
      name: asString(told["name"]) || url,
      visibility: asEnum(told["visibility"], ["public", "private", "unknown"], "unknown"),
    };
  };

/** Sources of a project: linking, validating, unlinking. */
export const createSourcesService = (http: Http) => ({
  add: (slug: string, kind: SourcePath, source: AnySource) =>
    http<LinkedSource>("POST", `projects/${encodeURIComponent(slug)}/${kind}`, { body: source }),
  remove: (slug: string, kind: SourcePath, itemId: string) =>
    http<null>("DELETE", `projects/${encodeURIComponent(slug)}/${kind}/${encodeURIComponent(itemId)}`),
  /** Details of the sources of a project beyond their syncs. */
  details: (slug: string, signal?: AbortSignal) =>
    http<SourceDetail[]>("GET", "sources", { query: { project: slug }, signal }),
  /** Restricted items that the caller's role may read, newest change first. */
  restricted: (slug: string, { q, limit }: { q: string; limit: number }, signal?: AbortSignal) =>
    http<RestrictedPage>("GET", "restricted", { query: { project: slug, ...(q !== "" && { q }), limit }, signal }),
  pause: (id: string) => http<SourceDetail>("POST", `sources/${encodeURIComponent(id)}/pause`),
  resume: (id: string) => http<SourceDetail>("POST", `sources/${encodeURIComponent(id)}/resume`),
  /** Replaces the access of a linked source. Stored data is kept. */
  renewAccess: (id: string, access: SourceAccess) =>
    http<SourceDetail>("PUT", `sources/${encodeURIComponent(id)}/access`, { body: access }),
  /** Changes the least role for its restricted items; null: their texts are removed. */
  chooseRestricted: (id: string, role: ProjectRole | null) =>
    http<SourceDetail>("PUT", `sources/${encodeURIComponent(id)}/restricted`, { body: { role } }),
  /** The secret is only in this response. */
  makeWebhook: (id: string) => http<NewWebhook>("POST", `sources/${encodeURIComponent(id)}/webhook`),
  removeWebhook: (id: string) => http<null>("DELETE", `sources/${encodeURIComponent(id)}/webhook`),
  /** Whether a source can be reached, and its name. A failure names the field (`url`, `credential`). */
  validate: async (kind: SourcePath, source: AnySource, signal?: AbortSignal): Promise<Result<SourceValid>> =>
    parseWith(await http<unknown>("POST", `${kind}/validate`, { body: source, signal }), readValid(source)),
});
export type SourcesService = ReturnType<typeof createSourcesService>;
