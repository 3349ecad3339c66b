import type {
  Repository,
  RepositorySource,
  SourceValid,
  Tracker,
  TrackerSource,
  Wiki,
  WikiSource,
} from "../../contract/projects.ts";
import type { Http } from "./http.ts";

/** A kind of source, as its calls are named. */
export type SourcePath = "repositories" | "trackers" | "wikis";
export type AnySource = RepositorySource | TrackerSource | WikiSource;
export type LinkedSource = Repository | Tracker | Wiki;

/** What a project is made of: linking, checking beforehand, unlinking. */
export const createSourcesService = (http: Http) => ({
  add: (slug: string, kind: SourcePath, source: AnySource) =>
    http<LinkedSource>("POST", `projects/${encodeURIComponent(slug)}/${kind}`, { body: source }),
  remove: (slug: string, kind: SourcePath, itemId: string) =>
    http<null>("DELETE", `projects/${encodeURIComponent(slug)}/${kind}/${encodeURIComponent(itemId)}`),
  /** Whether a source can be reached, and what it is called. A failure names the field (`url`, `credential`). */
  validate: (kind: SourcePath, source: AnySource, signal?: AbortSignal) =>
    http<SourceValid>("POST", `${kind}/validate`, { body: source, signal }),
});
export type SourcesService = ReturnType<typeof createSourcesService>;
