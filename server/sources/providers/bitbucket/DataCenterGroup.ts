import { z } from "zod";
import type { ListedRepository, RepositoryGroup, RepositoryPage } from "../../connector/groupTypes.ts";
import { ListedBranch, idAtHost } from "../../connector/listedFields.ts";
import { query } from "../../rest/restClient.ts";
import { overlappingPages } from "../atlassian/overlappingPages.ts";
import { rowId } from "../../rest/listBounds.ts";
import { readNumberedPage } from "./dataCenterLists.ts";
import { DataCenterRepositoryRow } from "./dataCenterRequestRows.ts";
import { type DataCenterUrl, repositoryPageUrl } from "./dataCenterUrl.ts";
import { type DataCenterOptions, openDataCenter } from "./openDataCenter.ts";

/** A project of Bitbucket Data Center, or the repositories of a user. */
export type DataCenterProjectUrl = Omit<DataCenterUrl, "slug">;

const PAGE_SIZE = 1000;

const ListedRow = DataCenterRepositoryRow.extend({
  slug: z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,128}$/),
  defaultBranch: ListedBranch,
  origin: z.unknown().optional(),
});

/** Its repositories. They have no topics, and the list does not say which are empty. */
export class DataCenterGroup implements RepositoryGroup {
  readonly #options: DataCenterOptions & { readonly url: DataCenterProjectUrl };

  constructor(options: DataCenterOptions & { readonly url: DataCenterProjectUrl }) {
    this.#options = options;
  }

  async *list(signal: AbortSignal): AsyncGenerator<RepositoryPage> {
    const { client } = await openDataCenter(this.#options, signal);
    const path = `/projects/${encodeURIComponent(this.#options.url.project)}/repos`;
    const pages = overlappingPages(
      {
        host: client.context.host,
        identify: rowId,
        read: (start) => readNumberedPage(client, `${path}${query({ start, limit: PAGE_SIZE })}`, signal, start),
      },
      null,
    );
    for await (const { rows } of pages) {
      let unreadable = 0;
      const listedRows = client.rows(ListedRow, rows, () => {
        unreadable += 1;
      });
      yield { repositories: listedRows.map((row) => this.#listed(row)), unreadable };
    }
  }

  #listed(row: z.infer<typeof ListedRow>): ListedRepository {
    const { url } = this.#options;
    const slug = row.slug.toLowerCase();
    return {
      externalId: idAtHost(url.root, row.id),
      name: slug,
      full_name: `${url.project}/${slug}`,
      url: repositoryPageUrl({ ...url, slug }),
      is_archived: row.archived === true,
      is_fork: typeof row.origin === "object" && row.origin !== null,
      is_empty: false,
      visibility: typeof row.public !== "boolean" ? "unknown" : row.public ? "public" : "private",
      topics: [],
      // Issues are in Jira.
      has_issues: false,
      default_branch: row.defaultBranch,
    };
  }
}
