/** Tables of wiki pages and their links. */
import type { Generated } from "kysely";
import type { PageCommentKind, PageKind } from "../../../contract/documents/pageKinds.ts";
import type { Json, Time } from "../columns.ts";

/** A wiki page as it is now. `body` is Markdown, made of what the wiki holds and free of anything that runs. */
export interface PagesTable {
  id: string;
  source_id: string;
  project_id: string;
  external_id: string;
  kind: Generated<PageKind>;
  space_key: string;
  space_name: string;
  /** `external_id` of the page above; null at the top of its space. */
  parent_external_id: string | null;
  /** Place among the pages of the same parent. */
  position: number;
  title: string;
  version: number;
  /** Who wrote this version. */
  author_id: string | null;
  labels: Json<string[]>;
  /** File names alone. */
  attachments: Json<string[]>;
  body: string;
  url: string;
  created_at: Time;
  updated_at: Time;
}

/** Who wrote which version of a page, as far as the wiki reports it. */
export interface PageVersionsTable {
  page_id: string;
  number: number;
  author_id: string | null;
  created_at: Time;
}

/** A comment on a page as it is now. `body` is Markdown. */
export interface PageCommentsTable {
  page_id: string;
  external_id: string;
  kind: PageCommentKind;
  version: number;
  author_id: string | null;
  /** The passage of the text that an inline comment is about. */
  quote: string | null;
  body: string;
  url: string | null;
  created_at: Time;
  updated_at: Time;
}

export interface PageIssuesTable {
  page_id: string;
  issue_id: string;
}

/** A file that a page names by its path. */
export interface PagePathsTable {
  page_id: string;
  path_id: number;
}

/** A name of the code that a page names, with the one file of the repository that defines it. */
export interface PageSymbolsTable {
  page_id: string;
  source_id: string;
  name: string;
  path: string;
}
