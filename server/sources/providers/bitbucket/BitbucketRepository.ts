import { encodePath } from "../../../../contract/addresses/fileAddress.ts";
import { z } from "zod";
import type { Authorization, Credential } from "../../egress/Credential.ts";
import { SourceError } from "../../SourceError.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import { TimeReadPosition, type TimeQuery, type TimeQueryResult, readByTime } from "../../rest/readByTime.ts";
import { RestClient, query } from "../../rest/restClient.ts";
import type { ConnectorOptions, SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import type {
  HostRequest,
  KnownRequest,
  RequestDetails,
  RequestPage,
  RequestReader,
} from "../../connector/requestTypes.ts";
import type { BitbucketUrl } from "./bitbucketUrl.ts";
import { REQUEST_STATES, countRequests, readRequests } from "./bitbucketLedger.ts";
import type { HostLedger } from "../../connector/ledgerTypes.ts";
import { readBitbucketRequestDetails } from "./bitbucketRequestDetails.ts";
import { ListPage, Repository, RequestRow, User, requestOf } from "./bitbucketRows.ts";
import { message } from "../../../messages/messages.ts";

export type BitbucketOptions = ConnectorOptions<BitbucketUrl>;

/** In Bitbucket's spelling for API tokens; the older "repository" and "pullrequest" are the same for access tokens. */
const BITBUCKET_SCOPES = ["read:repository:bitbucket", "read:pullrequest:bitbucket"];
const PAGE_SIZE = 50;

type Repository = z.infer<typeof Repository>;

const Cursor = TimeReadPosition.extend({
  repository: z.string().default(""),
  name: z.string().nullable().default(null),
});

/** The client of the API, with failures in words. */
export function bitbucketClient({
  url,
  ...options
}: Omit<ConnectorOptions<unknown>, "url"> & { readonly url: Pick<BitbucketUrl, "api" | "host"> }): RestClient {
  const { credential } = options;
  return new RestClient({
    ...options,
    api: url.api,
    provider: "Bitbucket",
    host: url.host,
    thing: "repository",
    scopes: BITBUCKET_SCOPES,
    hasCredential: credential !== null,
    isOauth: credential?.isOauth === true,
    authorization: credential && authorizationOf(credential),
  });
}

/** The facts of a repository at Bitbucket, and its pull requests. */
export class BitbucketRepository implements RequestReader {
  readonly #url: BitbucketUrl;
  readonly #client: RestClient;
  /** By the repository's present name, once it was found. */
  #path: string | undefined;

  constructor(options: BitbucketOptions) {
    const { url } = options;
    this.#url = url;
    this.#client = bitbucketClient(options);
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const [repository, account] = await Promise.all([
      this.#find("", signal),
      this.#client.context.hasCredential ? this.#client.get("/user", "account", signal).catch(() => null) : null,
    ]);
    const requests = await this.#sample(signal);
    const user = User.safeParse(account?.data);
    return {
      name: repository.full_name,
      visibility: visibilityOf(repository),
      defaultBranch: repository.mainbranch?.name ?? null,
      notes: requests === null ? [message("note.no_pull_requests")] : [],
      missing: requests === null ? ["read:pullrequest:bitbucket"] : [],
      account: user.success ? (user.data.nickname ?? user.data.display_name ?? null) : null,
      limitLeft: null,
      sample: requests ?? [],
    };
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
    const cursor = parseCursor(Cursor, stored);
    const { uuid, full_name: name } = await this.#find(cursor.repository, signal);
    const isRenamed = cursor.name !== null && cursor.name !== name;
    const pages = readByTime(isRenamed ? TimeReadPosition.parse({}) : cursor, this.#url.host, (question) =>
      this.#readPage(question, signal),
    );
    for await (const { values, place, done, total } of pages) {
      yield { requests: values, done, total, cursor: { ...place, repository: uuid, name } };
    }
  }

  async details(request: KnownRequest, signal: AbortSignal): Promise<RequestDetails> {
    const path = `${await this.#requestsPath(signal)}/${request.number}`;
    return readBitbucketRequestDetails(this.#client, path, request, signal);
  }

  /** How many pull requests there are, and those with some of the numbers. */
  readonly ledger: HostLedger = {
    batchSize: PAGE_SIZE,
    count: async (kinds, signal) =>
      kinds.includes("requests") ? [await countRequests(this.#client, await this.#requestsPath(signal), signal)] : [],
    read: async (items, signal) => readRequests(this.#client, await this.#requestsPath(signal), items, signal),
  };

  /** By its own id once that is known: the address changes when it is renamed. */
  async #find(address: string, signal: AbortSignal): Promise<Repository> {
    const { workspace, slug, host } = this.#url;
    let repository: Repository;
    try {
      repository = await this.#request(workspace, slug, signal);
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "not_found" || address === "") throw error;
      repository = await this.#request("{}", address, signal);
    }
    if (address !== "" && repository.uuid !== address) {
      throw new SourceError("not_found", message("source.other_repository", { host }));
    }
    this.#path = `/repositories/${encodePath(repository.full_name)}`;
    return repository;
  }

  async #request(workspace: string, slug: string, signal: AbortSignal): Promise<Repository> {
    const path = `/repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(slug)}`;
    return this.#client.read(Repository, (await this.#client.get(path, "description", signal)).data);
  }

  async #requestsPath(signal: AbortSignal): Promise<string> {
    if (this.#path === undefined) await this.#find("", signal);
    return `${this.#path}/pullrequests`;
  }

  /** A few titles; null where the token may not read pull requests. */
  async #sample(signal: AbortSignal): Promise<string[] | null> {
    try {
      const path = `${await this.#requestsPath(signal)}${query({ state: "OPEN", pagelen: 3 })}`;
      const { values } = this.#client.read(ListPage, (await this.#client.get(path, "item", signal)).data);
      return this.#client.rows(RequestRow, values).map(({ id, title }) => `#${id} ${title}`);
    } catch (error) {
      if (error instanceof SourceError && error.code === "forbidden") return null;
      throw error;
    }
  }

  async #readPage({ since, link }: TimeQuery, signal: AbortSignal): Promise<TimeQueryResult<HostRequest>> {
    const condition = `(${REQUEST_STATES})${since === null ? "" : ` AND updated_on >= ${since}`}`;
    const first = query({ q: condition, sort: "updated_on", pagelen: PAGE_SIZE });
    const answer = await this.#client.get(link ?? `${await this.#requestsPath(signal)}${first}`, "page", signal);
    const { values: listed, next, size } = this.#client.read(ListPage, answer.data);
    const values = this.#client.rows(RequestRow, listed);
    return {
      rows: values.map((row) => ({ id: String(row.id), updatedAt: new Date(row.updated_on), value: requestOf(row) })),
      next: next ?? null,
      total: size ?? null,
    };
  }
}

function visibilityOf({ is_private: isPrivate }: Repository): SourceFacts["visibility"] {
  return typeof isPrivate !== "boolean" ? "unknown" : isPrivate ? "private" : "public";
}

/** An API token is sent with its owner's e-mail address; an access token of a repository or workspace without one. */
function authorizationOf(credential: Credential): Authorization {
  const { username, isOauth } = credential;
  return credential.as(username !== "" && username !== "x-token-auth" && !isOauth ? "basic" : "bearer");
}
