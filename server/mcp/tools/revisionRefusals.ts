/** Refusals of a revision: one that does not exist, is not read, or is not indexed. */
import type { OpenProject } from "../RequestScope.ts";
import { requireRead } from "../sourceStaleness.ts";
import type { SourceRef } from "../namedSources.ts";
import { toolRefusal, type ToolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";

/** A revision that the host lists and that is outside of the history that was read, such as a tag of a release branch. */
export const unreadRevision = (revision: string): ToolRefusal =>
  toolRefusal(
    "not_found",
    `${singleLine(revision)} is not read: this server has not fetched its commit. A sync does, and an Owner can name it in Sources.`,
  );

/** A revision that no repository has among those that were read. */
export const noSuchRevision = (revision: string): ToolRefusal =>
  toolRefusal("not_found", `No repository has a branch, tag or commit ${singleLine(revision)} that was read.`);

/** Tools that need no index of a revision. */
export const TOOLS_OF_ANY_REVISION = "get_file, list_directory, compare, blame and log read any revision";

/** @throws ToolRefusal with the commits that are indexed, and for a source that has not been read */
export async function requireIndexed(
  project: OpenProject,
  isIndexed: boolean,
  sources: readonly SourceRef[],
  revision: string | undefined,
): Promise<void> {
  if (isIndexed) return;
  requireRead(sources);
  const heads = (await project.invoke("codeRepositories")).flatMap(({ name, branch, head }) =>
    head === null ? [] : [`${singleLine(name)} ${singleLine(branch ?? "")} ${shortHash(head)}`],
  );
  throw toolRefusal(
    "not_found",
    `The files of ${singleLine(revision ?? "the project")} are not indexed. ${TOOLS_OF_ANY_REVISION} of the history that was read. Indexed are the branches and tags that the project names${heads.length > 0 ? ", and these:" : "."}`,
    heads.length > 0 ? [heads.slice(0, MAX_HEADS).join(", ")] : [],
  );
}

/** Heads that a refusal lists. */
const MAX_HEADS = 10;
