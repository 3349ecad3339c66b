import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import type { ListedRepository, RepositoryGroup, RepositoryPage } from "../../connector/groupTypes.ts";
import { ListedBranch } from "../../connector/listedFields.ts";
import { encodePath, hostAndPort, pathParts, readWebAddress } from "../../egress/webAddress.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { bitbucketClient } from "./BitbucketRepository.ts";
import { ListPage } from "./bitbucketRows.ts";

const PAGE_SIZE = 100;
const FORM = message("group.address_bitbucket");

/** A workspace of Bitbucket Cloud, or one of its projects. */
export interface BitbucketGroupUrl {
  readonly host: string;
  /** Root of the API, without a slash at the end. */
  readonly api: string;
  /** Origin and prefix of its pages. */
  readonly root: string;
  readonly workspace: string;
  /** The key of a project; null: all of the workspace. */
  readonly project: string | null;
  readonly page: string;
  readonly name: string;
}

const RepositoryRow = z.object({
  uuid: z.string().min(1).max(100),
  slug: z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/),
  is_private: z.boolean().nullish(),
  mainbranch: z.object({ name: ListedBranch }).nullish(),
  parent: z.unknown().optional(),
});

/**
 * Reads the address of a workspace, `bitbucket.org/workspace`, or of a project, `bitbucket.org/workspace/workspace/projects/KEY`.
 * @throws SourceError `address`
 */
export function readBitbucketGroupUrl(text: string): BitbucketGroupUrl {
  const url = readWebAddress(text, FORM);
  const { host } = hostAndPort(url);
  const isBitbucket = host === "bitbucket.org" || host === "www.bitbucket.org" || host === "api.bitbucket.org";
  const parts = pathParts(url, FORM);
  const projects = parts.indexOf("projects");
  const project = projects > 0 ? (parts[projects + 1] ?? null) : null;
  const named = (projects > 0 ? parts.slice(0, projects) : parts).filter(
    (part, index) => !((part === "workspace" && index > 0) || (part === "repositories" && index > 0)),
  );
  const workspace = named.at(-1);
  const prefix = isBitbucket ? [] : named.slice(0, -1);
  if (!workspace || !/^[\w.-]{1,100}$/.test(workspace) || (isBitbucket && named.length !== 1))
    throw new SourceError("address", FORM);
  if (project !== null && !/^\w{1,100}$/.test(project)) throw new SourceError("address", FORM);
  const root = `${isBitbucket ? "https://bitbucket.org" : url.origin}${encodePath(prefix)}`;
  return {
    host: isBitbucket ? "bitbucket.org" : url.host,
    api: isBitbucket ? "https://api.bitbucket.org/2.0" : `${root}/2.0`,
    root,
    workspace,
    project,
    page: `${root}/${workspace}${project === null ? "" : `/workspace/projects/${project}`}`,
    name: project === null ? workspace : `${workspace}/${project}`,
  };
}

/** The repositories of a workspace, or of one of its projects. Bitbucket has neither archives nor topics. */
export class BitbucketGroup implements RepositoryGroup {
  readonly #url: BitbucketGroupUrl;
  readonly #client: RestClient;

  constructor(options: ConnectorOptions<BitbucketGroupUrl>) {
    this.#url = options.url;
    this.#client = bitbucketClient(options);
  }

  async *list(signal: AbortSignal): AsyncGenerator<RepositoryPage> {
    const { workspace, project } = this.#url;
    const q = project === null ? null : `project.key="${project}"`;
    const path = `/repositories/${encodeURIComponent(workspace)}`;
    const first = `${path}${query({ pagelen: PAGE_SIZE, sort: "created_on", q })}`;
    for (let next: string | null = first; next !== null;) {
      const answer = await this.#client.get(next, "page", signal);
      const page = this.#client.read(ListPage, answer.data);
      yield this.#pageOf(page.values);
      next = page.next ?? null;
    }
  }

  #pageOf(values: unknown): RepositoryPage {
    const { root, workspace } = this.#url;
    let unreadable = 0;
    const rows = this.#client.rows(RepositoryRow, values, () => {
      unreadable += 1;
    });
    const repositories = rows.map((row): ListedRepository => ({
      externalId: row.uuid,
      name: row.slug,
      full_name: `${workspace}/${row.slug}`,
      url: `${root}/${workspace}/${row.slug}`,
      is_archived: false,
      is_fork: typeof row.parent === "object" && row.parent !== null,
      is_empty: !row.mainbranch,
      visibility: typeof row.is_private !== "boolean" ? "unknown" : row.is_private ? "private" : "public",
      topics: [],
      // Its trackers cannot be linked.
      has_issues: false,
      default_branch: row.mainbranch?.name ?? null,
    }));
    return { repositories, unreadable };
  }
}
