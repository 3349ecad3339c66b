import { z } from "zod";
import type { HostKind } from "../../connector/connectorTypes.ts";
import { message } from "../../../messages/messages.ts";
import { SourceError } from "../../SourceError.ts";
import { rowId } from "../../rest/listBounds.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { type SupportedVersions, dataCenterClient } from "../atlassian/dataCenter.ts";
import { overlappingPages } from "../atlassian/overlappingPages.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";

const VERSIONS: SupportedVersions = { oldest: [7, 0], personalTokens: [7, 9] };
const PAGE_SIZE = 100;

const Space = z.object({ key: z.string(), name: z.string().nullish() });
export type DataCenterSpace = z.infer<typeof Space>;
const Owner = z.object({
  type: z.string().nullish(),
  displayName: z.string().nullish(),
  username: z.string().nullish(),
});
const Placed = z.object({ space: Space });
const List = z.object({
  results: z.array(z.unknown()),
  limit: z.number().int().positive().nullish(),
  _links: z.object({ next: z.string().nullish() }).nullish(),
});

/** A Confluence Data Center that was found at an address. */
export interface ConfluenceHost extends HostKind {
  /** Root of its pages, with the context path and without a slash at the end. */
  readonly root: string;
}

/** The kinds of content that it lists, by their names in the API. */
export const DATA_CENTER_TYPES = ["page", "blogpost"] as const;

type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Lists of one Confluence Server or Data Center (REST v1), or of one of its spaces. */
export interface ConfluenceDataCenter {
  readonly client: RestClient;
  /** A list to its end, in pages. */
  readonly lists: (path: string, values: Values, signal: AbortSignal) => AsyncGenerator<readonly unknown[]>;
  /** The name of the credential's owner; null for a visitor. @throws SourceError when the host takes the credential for a visitor's */
  readonly owner: (signal: AbortSignal) => Promise<string | null>;
  /** The space of the address, or all. @throws SourceError `not_found` when none is visible */
  readonly findSpaces: (signal: AbortSignal) => Promise<readonly DataCenterSpace[]>;
}

/** @throws SourceError for a version that is not supported, or that does not know the kind of the credential */
export function createConfluenceDataCenter(options: ConfluenceOptions, host: ConfluenceHost): ConfluenceDataCenter {
  const { url, credential } = options;
  const client = dataCenterClient(host, VERSIONS, options, {
    api: `${host.root}/rest/api`,
    thing: url.space === null ? "wiki" : "space",
  });
  let spaces: readonly DataCenterSpace[] | undefined;

  const lists: ConfluenceDataCenter["lists"] = async function* (path, values, signal) {
    const read = async (start: number) => {
      const { data } = await client.get(`${path}${query({ limit: PAGE_SIZE, ...values, start })}`, "page", signal);
      const { results, limit, _links } = client.read(List, data);
      return { rows: results, next: nextStart(_links?.next, start + (limit ?? Math.max(1, results.length))) };
    };
    for await (const { rows } of overlappingPages({ host: url.host, identify: rowId, read }, null)) yield rows;
  };
  const findSpaces = async (signal: AbortSignal): Promise<readonly DataCenterSpace[]> => {
    if (spaces) return spaces;
    const dataCenterSpaces: DataCenterSpace[] = [];
    if (url.space !== null) {
      const path = `/space/${encodeURIComponent(url.space)}`;
      dataCenterSpaces.push(client.read(Space, (await client.get(path, "description", signal)).data));
    } else if (url.pageId !== null) {
      const path = `/content/${url.pageId}${query({ expand: "space" })}`;
      dataCenterSpaces.push(client.read(Placed, (await client.get(path, "description", signal)).data).space);
    } else {
      for await (const rows of lists("/space", {}, signal)) dataCenterSpaces.push(...client.rows(Space, rows));
    }
    const byKey = new Map(dataCenterSpaces.map((space) => [space.key, space]));
    if (byKey.size === 0) {
      const text = credential ? "space.not_shown" : "space.not_visible";
      throw new SourceError("not_found", message(text, { host: url.host }));
    }
    return (spaces = [...byKey.values()]);
  };
  return { client, lists, findSpaces, owner: (signal) => readOwner(client, signal) };
}

/** Where the host's link to the next page begins; null without a link. */
function nextStart(link: string | null | undefined, otherwise: number): number | null {
  if (!link) return null;
  const start = /[?&]start=(\d{1,9})(?:&|$)/.exec(link)?.[1];
  return start === undefined ? otherwise : Number(start);
}

async function readOwner(client: RestClient, signal: AbortSignal): Promise<string | null> {
  const { host, hasCredential } = client.context;
  if (!hasCredential) return null;
  const { type, displayName, username } = client.read(
    Owner,
    (await client.get("/user/current", "account", signal)).data,
  );
  if (type === "anonymous") throw new SourceError("unauthorized", message("source.token_refused", { host }));
  return displayName ?? username ?? null;
}
