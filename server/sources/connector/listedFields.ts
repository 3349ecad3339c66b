/** Fields of the rows that hosts list for linked groups, within bounds: all rows of a group are in memory at one time. */
import { z } from "zod";
import { FILTER_LIMITS } from "../../../contract/matching/groupFilter.ts";

/** Topics that are kept of a repository. */
const MAX_TOPICS = 50;
/** Characters of a branch's name that file systems of git hosts allow. */
const MAX_BRANCH_LENGTH = 255;

/** Topics of a repository. One that no filter can name is left out. */
export const ListedTopics = z
  .array(z.string())
  .nullish()
  .transform((topics) =>
    (topics ?? []).filter((topic) => topic.length <= FILTER_LIMITS.topicLength).slice(0, MAX_TOPICS),
  );

/** The name of the default branch; null where there is none, and for one that is too long: the sync finds it. */
export const ListedBranch = z
  .string()
  .nullish()
  .transform((name) => (name && name.length <= MAX_BRANCH_LENGTH ? name : null));

/**
 * The id of a repository among all of its host. Several installations behind prefixes of one origin number their repositories alike, so a
 * prefix is a part of it.
 * @param root origin and prefix of the installation
 */
export function idAtHost(root: string, id: number | bigint | string): string {
  const prefix = new URL(root).pathname.replace(/\/+$/, "");
  return prefix === "" ? String(id) : `${prefix} ${id}`;
}
