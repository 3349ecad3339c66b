import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { ConnectorOptions, SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import type { HostLedger } from "../../connector/ledgerTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { KnownRequest, RequestDetails, RequestPage, RequestReader } from "../../connector/requestTypes.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { readDataCenterDetails } from "./dataCenterDetails.ts";
import { countDataCenterRequests, readDataCenterRequests } from "./dataCenterCounts.ts";
import { RequestChanges, RequestsCursor } from "./dataCenterRequests.ts";
import { DataCenterPage, DataCenterRepositoryRow, DataCenterRequestRow } from "./dataCenterRequestRows.ts";
import { type DataCenterUrl, projectKey, repositoryPageUrl } from "./dataCenterUrl.ts";
import { type DataCenter, openDataCenter } from "./openDataCenter.ts";

export type DataCenterRepositoryOptions = ConnectorOptions<DataCenterUrl>;

/** A repository that was found, under its present name. */
export interface OpenRepository {
  readonly client: RestClient;
  readonly kind: DataCenter["kind"];
  readonly row: z.infer<typeof DataCenterRepositoryRow>;
  /** Below the root of the API. */
  readonly path: string;
  /** Its page, and the root of all pages of the host. */
  readonly page: string;
  readonly root: string;
  /** Who the credential belongs to. */
  readonly account: string | null;
}

const Cursor = RequestsCursor.extend({
  repository: z.number().int().nullable().default(null),
  page: z.string().nullable().default(null),
});

/** Opens a repository, which the host may redirect to after it was moved or renamed. @throws SourceError */
export async function openRepository(
  options: DataCenterRepositoryOptions,
  signal: AbortSignal,
): Promise<OpenRepository> {
  const { url } = options;
  const { client, kind } = await openDataCenter(options, signal);
  const answer = await client.get(pathOf(url), "description", signal);
  const row = client.read(DataCenterRepositoryRow, answer.data);
  const location = { ...url, project: projectKey(row.project.key), slug: row.slug.toLowerCase() };
  const account = answer.headers.get("x-ausername");
  const page = repositoryPageUrl(location);
  return { client, kind, row, path: pathOf(location), page, root: url.root, account: account && account.slice(0, 200) };
}

const pathOf = ({ project, slug }: Pick<DataCenterUrl, "project" | "slug">): string =>
  `/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(slug)}`;

/** The facts of a repository at Bitbucket Data Center, and its pull requests. */
export class DataCenterRepository implements RequestReader {
  readonly #options: DataCenterRepositoryOptions;
  #opened: Promise<OpenRepository> | undefined;

  constructor(options: DataCenterRepositoryOptions) {
    this.#options = options;
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { client, kind, row, path, account } = await this.#open(signal);
    const first = `${path}/pull-requests${query({ state: "OPEN", limit: 3 })}`;
    const { values } = client.read(DataCenterPage, (await client.get(first, "item", signal)).data);
    return {
      name: `${projectKey(row.project.key)}/${row.slug}`,
      visibility: typeof row.public !== "boolean" ? "unknown" : row.public ? "public" : "private",
      notes: [
        message("note.host_version", kind),
        ...(row.archived === true ? [message("note.repository_read_only")] : []),
      ],
      missing: [],
      account,
      limitLeft: null,
      sample: client
        .rows(DataCenterRequestRow, values)
        .slice(0, 3)
        .map(({ id, title }) => `#${id} ${title}`),
    };
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const cursor = parseCursor(Cursor, stored);
    const repository = await this.#open(signal);
    const { row, page } = repository;
    if (cursor.repository !== null && cursor.repository !== row.id)
      throw new SourceError("not_found", message("source.other_repository", { host: this.#options.url.host }));
    const isMoved = cursor.page !== null && cursor.page !== page;
    const { now = Date.now } = this.#options;
    const changes = new RequestChanges(repository, now, isMoved ? RequestsCursor.parse({}) : cursor);
    for await (const requests of changes.read(signal))
      yield { ...requests, cursor: { ...requests.cursor, repository: row.id, page } };
  }

  async details(request: KnownRequest, signal: AbortSignal): Promise<RequestDetails> {
    return readDataCenterDetails(await this.#open(signal), request, signal);
  }

  readonly ledger: HostLedger = {
    // Each is one call.
    batchSize: 10,
    count: async (kinds, signal) =>
      kinds.includes("requests") ? [await countDataCenterRequests(await this.#open(signal), signal)] : [],
    read: async (items, signal) => readDataCenterRequests(await this.#open(signal), items, signal),
  };

  /** One answer for calls at the same time; a failed one is asked again. */
  async #open(signal: AbortSignal): Promise<OpenRepository> {
    this.#opened ??= openRepository(this.#options, signal);
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }
}
