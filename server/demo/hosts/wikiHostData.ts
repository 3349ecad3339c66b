import type { PageKind } from "../../../contract/documents/pageKinds.ts";

/** What a wiki of one space knows. Plain and mutable: a test changes it between two requests, as people would. All times are ISO 8601 in UTC. */
export interface WikiData {
  readonly space: { readonly id: string; readonly key: string; readonly name: string };
  readonly people: readonly WikiWriter[];
  readonly pages: readonly WikiStory[];
  /** Files of blog posts: they are in the same list as those of pages. */
  readonly blogFiles?: readonly string[];
}

export interface WikiWriter {
  readonly accountId: string;
  readonly name: string;
  readonly email?: string | null;
}

/** A comment on a page. */
export interface WikiRemark {
  readonly id: number;
  readonly author: string;
  readonly at: string;
  readonly version?: number;
  /** In Confluence's storage format. */
  readonly body: string;
  /** The passage that an inline comment is about. */
  readonly quote?: string;
}

export interface WikiStory {
  readonly id: number;
  /** Left out: a page. */
  readonly kind?: PageKind;
  readonly comments?: readonly WikiRemark[];
  readonly title: string;
  /** Id of the page above it. */
  readonly parent: number | null;
  /** Who wrote each version, oldest first. */
  readonly versions: readonly { readonly author: string; readonly at: string }[];
  readonly labels: readonly string[];
  readonly files: readonly string[];
  /** Accounts that alone may read it and what is below it; left out or empty: all accounts. */
  readonly readers?: readonly string[];
  readonly isArchived?: boolean;
  /** In Confluence's storage format. */
  readonly body: string;
}
