/** The interface of a provider for linked groups: it lists the repositories of an organisation, a group, a workspace or a folder. */
import type { FilteredRepository } from "../../../contract/matching/groupFilter.ts";

/** A repository as the list of its group has it. */
export interface ListedRepository extends FilteredRepository {
  /** Its id at the host, which stays when it is renamed or moved; of a folder its absolute path. */
  readonly externalId: string;
  /** The name of a source: with the path of the group, for a folder without it. */
  readonly full_name: string;
  /** Built from the group's own address: what a host writes there may lead elsewhere. */
  readonly url: string;
  readonly default_branch: string | null;
  readonly has_issues: boolean;
}

/** A page of a list. */
export interface RepositoryPage {
  readonly repositories: readonly ListedRepository[];
  /** Rows that are no repository of the host's form. */
  readonly unreadable: number;
}

export interface RepositoryGroup {
  /** All repositories of the group. It ends without an error only at the end of the list. @throws SourceError */
  list(signal: AbortSignal): AsyncGenerator<RepositoryPage>;
}
