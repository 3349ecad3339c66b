/** What a comparison of a linked group with its host changes: a function of the list, of the sources, and of the time. */
import { DAY_MS } from "../../../contract/durations.ts";
import { TRACKER_PROVIDERS } from "../../../contract/constants.ts";
import { type GroupFilter, leftOutBy } from "../../../contract/matching/groupFilter.ts";
import type { LeavingReason, StoredGroupCounts } from "../../db/schema/groupSchema.ts";
import { repositoryKey, type GroupSourceRow, type SourceMove } from "../../db/tables/sources/linkedGroups.ts";
import type { ListedRepository } from "../../sources/connector/groupTypes.ts";
import { knownLocations } from "../../sources/urlIdentity.ts";

/** How long a source stays after its repository was archived, removed, or left out by a changed filter. */
export const GRACE_MS = 3 * DAY_MS;

/** Least number of sources of a group whose list is not believed when it loses more than half of them: a token may have lost a scope. */
const MIN_DOUBTED = 10;

export type GroupSourceKind = "repository" | "tracker";

/** A repository at its host, with the address and the name that its source gets. */
export type GroupRepository = ListedRepository;

export interface PlannedGroup {
  readonly id: string;
  readonly provider: string;
  readonly filter: GroupFilter;
  readonly with_issues: boolean;
  readonly removed_repositories: readonly string[];
}

export interface GroupListing {
  readonly repositories: readonly GroupRepository[];
  readonly unreadable: number;
}

export interface GroupPlan {
  readonly add: readonly { readonly kind: GroupSourceKind; readonly repository: GroupRepository }[];
  /** Sources whose repository was renamed or transferred, also from another group of the project. */
  readonly move: readonly (SourceMove & { readonly before: GroupSourceRow })[];
  /** Sources that were to leave and do not any more. */
  readonly stay: readonly GroupSourceRow[];
  readonly leave: readonly (GroupSourceRow & { readonly because: LeavingReason; readonly at: Date })[];
  readonly remove: readonly (GroupSourceRow & { readonly because: LeavingReason })[];
  /** Sources that one list has lost: too many to be believed, so none of them leaves. 0: none is doubted. */
  readonly doubted: number;
  readonly counts: StoredGroupCounts;
}

/** Ids of folders are whole paths, so they need no host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

/** @param sources all of the project */
export function planGroup(
  group: PlannedGroup,
  listing: GroupListing,
  sources: readonly GroupSourceRow[],
  now: Date,
): GroupPlan {
  const repositories = [...new Map(listing.repositories.map((row) => [row.externalId, row])).values()];
  const { linked: linkedSources, elsewhere } = byRepository(group, sources);
  const isLinked = {
    repository: knownLocations(urlsOf(sources, "repository")),
    tracker: knownLocations(urlsOf(sources, "tracker")),
  };
  const removed = new Set(group.removed_repositories);
  const add: { kind: GroupSourceKind; repository: GroupRepository }[] = [];
  const move: (SourceMove & { before: GroupSourceRow })[] = [];
  const reasons = new Map<string, LeavingReason | null>();
  const leftOut = { archived: 0, fork: 0, empty: 0, filter: 0 };
  let [linked, removedCount, otherwise] = [0, 0, 0];
  for (const repository of repositories) {
    const reason = leftOutBy(group.filter, repository);
    if (reason !== null) leftOut[reason] += 1;
    for (const kind of kindsOf(group)) {
      const key = repositoryKey(kind, repository.externalId);
      const because = reason ?? (kind === "tracker" && !repository.has_issues ? "no_issues" : null);
      reasons.set(key, because);
      const isCounted = kind === "repository";
      const mine = linkedSources.get(key);
      if (mine) {
        if (mine.url !== repository.url) move.push(moved(mine, repository, group.id));
        if (because === null && isCounted) linked += 1;
        continue;
      }
      if (because !== null) continue;
      const other = elsewhere.get(`${hostOf(repository.url)} ${key}`);
      if (removed.has(key)) removedCount += isCounted ? 1 : 0;
      else if (other && !knownLocations([other.url])(repository.url)) {
        move.push(moved(other, repository, group.id));
        linked += isCounted ? 1 : 0;
      } else if (other || isLinked[kind](repository.url)) otherwise += isCounted ? 1 : 0;
      else {
        add.push({ kind, repository });
        linked += isCounted ? 1 : 0;
      }
    }
  }
  return {
    add,
    move,
    ...departures(group, linkedSources, reasons, listing.unreadable === 0, now),
    counts: {
      found: repositories.length,
      linked,
      left_out: leftOut,
      removed: removedCount,
      linked_otherwise: otherwise,
      without_room: 0,
      unreadable: listing.unreadable,
    },
  };
}

const urlsOf = (sources: readonly GroupSourceRow[], kind: GroupSourceKind): string[] =>
  sources.filter((source) => source.kind === kind).map(({ url }) => url);

/** The group's sources, and those of other linked groups with their hosts, by their repositories. */
function byRepository(group: PlannedGroup, sources: readonly GroupSourceRow[]) {
  const linked = new Map<string, GroupSourceRow>();
  const elsewhere = new Map<string, GroupSourceRow>();
  for (const source of sources) {
    if (source.group_repository === null || source.group_id === null) continue;
    const key = repositoryKey(source.kind, source.group_repository);
    if (source.group_id === group.id) linked.set(key, source);
    else if (source.provider === group.provider) elsewhere.set(`${hostOf(source.url)} ${key}`, source);
  }
  return { linked, elsewhere };
}

const kindsOf = ({ provider, with_issues: withIssues }: PlannedGroup): readonly GroupSourceKind[] =>
  withIssues && (TRACKER_PROVIDERS as readonly string[]).includes(provider)
    ? ["repository", "tracker"]
    : ["repository"];

function moved(before: GroupSourceRow, repository: GroupRepository, groupId: string) {
  // A name that a user chose stays.
  const isChosen = !before.url.replace(/\.git$/, "").endsWith(`/${before.name}`);
  const fromGroupId = before.group_id ?? groupId;
  return {
    id: before.id,
    fromGroupId,
    groupId,
    url: repository.url,
    name: isChosen ? before.name : repository.full_name,
    before,
  };
}

/**
 * Which of the group's sources leave, stay, or are removed.
 * @param isComplete whether what is missing in the list is missing at the host
 */
function departures(
  group: PlannedGroup,
  linked: ReadonlyMap<string, GroupSourceRow>,
  reasons: ReadonlyMap<string, LeavingReason | null>,
  isComplete: boolean,
  now: Date,
): Pick<GroupPlan, "stay" | "leave" | "remove" | "doubted"> {
  const plan = {
    stay: [] as GroupSourceRow[],
    leave: [] as (GroupSourceRow & { because: LeavingReason; at: Date })[],
    remove: [] as (GroupSourceRow & { because: LeavingReason })[],
  };
  const lost = [...linked].filter(
    ([key, { kind }]) => kindsOf(group).includes(kind as GroupSourceKind) && !reasons.has(key),
  );
  const doubted = linked.size >= MIN_DOUBTED && lost.length * 2 > linked.size ? lost.length : 0;
  for (const [key, source] of linked) {
    const isKindLinked = kindsOf(group).some((kind) => kind === source.kind);
    const listed = reasons.get(key);
    const because = !isKindLinked ? "filter" : listed === undefined ? "gone" : listed;
    if (because === "gone" && (!isComplete || doubted > 0)) continue;
    if (because === null) {
      if (source.leaves_at !== null) plan.stay.push(source);
    } else if (source.leaves_at === null) {
      plan.leave.push({ ...source, because, at: new Date(now.getTime() + GRACE_MS) });
    } else if (source.leaves_at <= now) plan.remove.push({ ...source, because });
    else if (source.leaves_because !== because) plan.leave.push({ ...source, because, at: source.leaves_at });
  }
  return { ...plan, doubted };
}
