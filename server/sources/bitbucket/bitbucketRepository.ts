import { z } from "zod";
import { isBotAccount } from "../../../contract/bots.ts";
import type { Authorization, Credential } from "../Credential.ts";
import { SourceError } from "../SourceError.ts";
import type { Egress } from "../egress.ts";
import { TimePosition, readByTime } from "../rest/readByTime.ts";
import { type RestResponse, type RestClient, createRestClient, query } from "../rest/restClient.ts";
import type { SourceFacts, TrackerCursor, TrackerPerson } from "../connectorTypes.ts";
import type { HostRequest, RequestDetails, RequestPage, RequestReader, RequestReview } from "../requestTypes.ts";
import type { BitbucketUrl } from "./bitbucketUrl.ts";
import { HostNumber, HostTime } from "../rest/hostFields.ts";
import { message } from "../../messages/messages.ts";

export interface BitbucketOptions {
  readonly url: BitbucketUrl;
  readonly credential: Credential | null;
  readonly egress: Pick<Egress, "fetch">;
  readonly retries?: number;
  readonly retryDelayMs?: number;
  readonly now?: () => number;
}

/** In Bitbucket's spelling for API tokens; the older "repository" and "pullrequest" are the same for access tokens. */
const BITBUCKET_SCOPES = ["read:repository:bitbucket", "read:pullrequest:bitbucket"];
const PAGE_SIZE = 50;
/** Pages of files of one request that are read. */
const MAX_PAGES = 10;

const User = z.object({
  uuid: z.string().nullish(),
  account_id: z.string().nullish(),
  nickname: z.string().nullish(),
  display_name: z.string().nullish(),
  type: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: z.string() }).nullish() }).nullish(),
});
const Repository = z.object({
  uuid: z.string(),
  full_name: z.string(),
  is_private: z.boolean().nullish(),
  mainbranch: z.object({ name: z.string() }).nullish(),
});
const Side = z.object({
  branch: z.object({ name: z.string() }).nullish(),
  commit: z.object({ hash: z.string() }).nullish(),
});
const RequestRow = z.object({
  id: HostNumber,
  title: z.string(),
  description: z.string().nullish(),
  summary: z.object({ raw: z.string().nullish() }).nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  author: User.nullish(),
  source: Side.nullish(),
  destination: Side.nullish(),
  merge_commit: z.object({ hash: z.string() }).nullish(),
  links: z.object({ html: z.object({ href: z.string() }).nullish() }).nullish(),
  created_on: HostTime,
  updated_on: HostTime,
});
const Participants = z.object({
  participants: z
    .array(
      z.object({
        user: User.nullish(),
        role: z.string().nullish(),
        approved: z.boolean().nullish(),
        state: z.string().nullish(),
        participated_on: HostTime.nullish(),
      }),
    )
    .nullish(),
});
const FileRow = z.object({
  old: z.object({ path: z.string() }).nullish(),
  new: z.object({ path: z.string() }).nullish(),
  lines_added: z.number().int().nullish(),
  lines_removed: z.number().int().nullish(),
});
const page = <T>(row: z.ZodType<T>) =>
  z.object({ values: z.array(row), next: z.string().nullish(), size: z.number().int().nullish() });

const FilePage = page(FileRow);
type FilePage = z.infer<typeof FilePage>;

const Cursor = TimePosition.extend({ repository: z.string().default(""), name: z.string().nullable().default(null) });

/** The facts of a repository at Bitbucket, and its pull requests. */
export interface BitbucketRepository extends RequestReader {
  describe(signal: AbortSignal): Promise<SourceFacts>;
}

export function openBitbucket(options: BitbucketOptions): BitbucketRepository {
  const { url, credential } = options;
  const client = createRestClient({
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
  let path: string | undefined;
  /** By its own id once that is known: the address changes when it is renamed. */
  const repository = async (known: string, signal: AbortSignal): Promise<z.infer<typeof Repository>> => {
    const named = `/repositories/${encodeURIComponent(url.workspace)}/${encodeURIComponent(url.slug)}`;
    let found: z.infer<typeof Repository>;
    try {
      found = client.read(Repository, (await client.get(named, "description", signal)).data);
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "not_found" || known === "") throw error;
      const byId = `/repositories/${encodeURIComponent("{}")}/${encodeURIComponent(known)}`;
      found = client.read(Repository, (await client.get(byId, "description", signal)).data);
    }
    if (known !== "" && found.uuid !== known) {
      throw new SourceError("not_found", message("source.other_repository", { host: url.host }));
    }
    path = `/repositories/${found.full_name.split("/").map(encodeURIComponent).join("/")}`;
    return found;
  };
  const inside = async (signal: AbortSignal): Promise<string> => {
    if (path === undefined) await repository("", signal);
    return path ?? "";
  };

  return {
    async describe(signal) {
      const [found, account] = await Promise.all([
        repository("", signal),
        credential ? client.get("/user", "account", signal).catch(() => null) : null,
      ]);
      const requests = await client
        .get(`${await inside(signal)}/pullrequests${query({ state: "OPEN", pagelen: 3 })}`, "item", signal)
        .catch((error: unknown) => {
          if (error instanceof SourceError && error.code === "forbidden") return null;
          throw error;
        });
      const known = User.safeParse(account?.data);
      return {
        name: found.full_name,
        visibility:
          found.is_private === null || found.is_private === undefined
            ? "unknown"
            : found.is_private
              ? "private"
              : "public",
        defaultBranch: found.mainbranch?.name ?? null,
        notes: requests === null ? [message("note.no_pull_requests")] : [],
        missing: requests === null ? ["read:pullrequest:bitbucket"] : [],
        account: known.success ? (known.data.nickname ?? known.data.display_name ?? null) : null,
        limitLeft: null,
        sample: requests
          ? client.read(page(RequestRow), requests.data).values.map(({ id, title }) => `#${id} ${title}`)
          : [],
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<RequestPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      const { uuid, full_name: name } = await repository(cursor.repository, signal);
      const isRenamed = cursor.name !== null && cursor.name !== name;
      const list = `${await inside(signal)}/pullrequests`;
      const states = ["OPEN", "MERGED", "DECLINED", "SUPERSEDED"].map((state) => `state = "${state}"`).join(" OR ");
      const pages = readByTime(isRenamed ? TimePosition.parse({}) : cursor, url.host, async ({ since, link }) => {
        const answer = await client.get(
          link ??
            `${list}${query({
              q: `(${states})${since === null ? "" : ` AND updated_on >= ${since}`}`,
              sort: "updated_on",
              pagelen: PAGE_SIZE,
            })}`,
          "page",
          signal,
        );
        const { values, next, size } = client.read(page(RequestRow), answer.data);
        return {
          rows: values.map((row) => ({
            id: String(row.id),
            updatedAt: new Date(row.updated_on),
            value: requestOf(row),
          })),
          next: next ?? null,
          total: size ?? null,
        };
      });
      for await (const { values, place, done, total } of pages) {
        yield { requests: values, done, total, cursor: { ...place, repository: uuid, name } };
      }
    },

    async details({ number }, signal) {
      const one = `${await inside(signal)}/pullrequests/${number}`;
      const { participants } = client.read(Participants, (await client.get(one, "item", signal)).data);
      return {
        reviews: (participants ?? []).flatMap((participant) => reviewOf(participant) ?? []),
        files: await filesOf(client, one, signal),
      };
    },
  };
}

async function filesOf(client: RestClient, path: string, signal: AbortSignal): Promise<RequestDetails["files"]> {
  const files: RequestDetails["files"][number][] = [];
  let next: string | null = `${path}/diffstat${query({ pagelen: PAGE_SIZE })}`;
  for (let read = 0; next !== null && read < MAX_PAGES; read += 1) {
    const answer: RestResponse | null = await client.get(next, "page", signal).catch((error: unknown) => {
      // The branch of an old request may be gone, and with it the difference.
      if (error instanceof SourceError && error.code === "not_found") return null;
      throw error;
    });
    if (answer === null) break;
    const rows: FilePage = client.read(FilePage, answer.data);
    for (const row of rows.values) {
      const name = row.new?.path ?? row.old?.path;
      if (name) files.push({ path: name, additions: row.lines_added ?? null, deletions: row.lines_removed ?? null });
    }
    next = rows.next ?? null;
  }
  return files;
}

/** An API token is sent with its owner's e-mail address; an access token of a repository or workspace without one. */
function authorizationOf(credential: Credential): Authorization {
  const { username, isOauth } = credential;
  return credential.as(username !== "" && username !== "x-token-auth" && !isOauth ? "basic" : "bearer");
}

function requestOf(row: z.infer<typeof RequestRow>): HostRequest {
  const isMerged = row.state === "MERGED";
  const isOpen = row.state === "OPEN";
  return {
    externalId: String(row.id),
    number: row.id,
    key: `#${row.id}`,
    title: row.title,
    body: row.summary?.raw ?? row.description ?? "",
    state: isMerged ? "merged" : isOpen ? "open" : "closed",
    isDraft: row.draft ?? false,
    author: personOf(row.author),
    sourceBranch: row.source?.branch?.name ?? null,
    targetBranch: row.destination?.branch?.name ?? null,
    headHash: row.source?.commit?.hash ?? null,
    mergeHash: isMerged ? (row.merge_commit?.hash ?? null) : null,
    url: row.links?.html?.href ?? "",
    createdAt: new Date(row.created_on),
    updatedAt: new Date(row.updated_on),
    // Bitbucket names no time of the end; the last change is the closest field.
    mergedAt: isMerged ? new Date(row.updated_on) : null,
    closedAt: isOpen ? null : new Date(row.updated_on),
  };
}

function reviewOf(
  participant: NonNullable<z.infer<typeof Participants>["participants"]>[number],
): RequestReview | null {
  const person = personOf(participant.user);
  if (!person || !participant.participated_on) return null;
  const state =
    participant.approved || participant.state === "approved"
      ? "approved"
      : participant.state === "changes_requested"
        ? "changes_requested"
        : "commented";
  return { externalId: person.externalId, person, state, submittedAt: new Date(participant.participated_on) };
}

function personOf(user: z.infer<typeof User> | null | undefined): TrackerPerson | null {
  const id = user?.uuid ?? user?.account_id;
  if (!user || !id) return null;
  const login = user.nickname ?? user.display_name ?? id;
  return {
    externalId: id,
    login,
    name: user.display_name ?? login,
    email: null,
    avatarUrl: user.links?.avatar?.href ?? null,
    isBot: (user.type !== null && user.type !== undefined && user.type !== "user") || isBotAccount(login),
  };
}
