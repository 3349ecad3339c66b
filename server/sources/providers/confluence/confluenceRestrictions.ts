import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { boundRows } from "../../rest/listBounds.ts";
import { mapConcurrent } from "../../../concurrency.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { message } from "../../../messages/messages.ts";

const PAGE_SIZE = 200;
const CONCURRENCY = 4;
/** Confluence's granular scope for searching content and for reading the restrictions of one item. */
export const RESTRICTIONS_SCOPE = "read:content-details:confluence";
const V1 = "../../rest/api";
const EXPAND = ["restrictions.read.restrictions", "ancestors.restrictions.read.restrictions"]
  .flatMap((path) => [`${path}.user`, `${path}.group`])
  .join(",");

const Id = z.union([z.string(), z.number()]).transform(String);
const Subjects = z.object({ results: z.array(z.unknown()).nullish(), size: z.number().nullish() });
const Operation = z.object({
  restrictions: z.object({ user: Subjects.nullish(), group: Subjects.nullish() }).nullish(),
});
export const Restrictions = z.object({ read: Operation.nullish() });
const Row = z.object({
  id: Id,
  restrictions: Restrictions.nullish(),
  ancestors: z.array(z.object({ id: Id, restrictions: Restrictions.nullish() })).nullish(),
});
const List = z.object({
  results: z.array(z.unknown()),
  _links: z.object({ next: z.string().nullish() }).nullish(),
});
const Ancestors = z.object({ results: z.array(z.object({ id: Id })) });

/** A space and the pages of its list. */
export interface RestrictionsReading {
  readonly client: RestClient;
  readonly spaceKey: string;
  readonly pages: readonly { readonly externalId: string; readonly parentId: string | null }[];
  readonly signal: AbortSignal;
}

/**
 * The pages of a space that are restricted to named users or groups, directly or through an ancestor. One search returns the restrictions of
 * many pages; a page missing from it is requested separately. A page counts as restricted until the host reports the opposite.
 * @throws SourceError `forbidden` when the credential may not read restrictions: then it is unknown which pages may be shown
 */
export const readRestrictedPages = (reading: RestrictionsReading): Promise<Set<string>> =>
  new RestrictionsReader(reading).read();

class RestrictionsReader {
  readonly #reading: RestrictionsReading;
  /** Whether an item itself is restricted. */
  readonly #restrictedById = new Map<string, boolean>();
  /** Ancestors by the search, which include more than pages. */
  readonly #ancestors = new Map<string, readonly string[]>();
  /** By the list, which is newer than the search. */
  readonly #parents: ReadonlyMap<string, string | null>;

  constructor(reading: RestrictionsReading) {
    this.#reading = reading;
    this.#parents = new Map(reading.pages.map(({ externalId, parentId }) => [externalId, parentId]));
  }

  async read(): Promise<Set<string>> {
    const ids = this.#reading.pages.map(({ externalId }) => externalId);
    await this.#searchSpace();
    await this.#readMissingAncestors(ids.filter((id) => !this.#ancestors.has(id)));
    await this.#readMissingRestrictions(new Set(ids.flatMap((id) => this.#withAncestors(id))));
    return new Set(
      ids.filter(
        (id) =>
          !this.#ancestors.has(id) ||
          this.#withAncestors(id).some((pageId) => this.#restrictedById.get(pageId) !== false),
      ),
    );
  }

  async #searchSpace(): Promise<void> {
    const { client, spaceKey, signal } = this.#reading;
    for await (const { id, restrictions, ancestors } of searchSpace(client, spaceKey, signal)) {
      this.#learn(id, restrictions);
      for (const ancestor of ancestors ?? []) this.#learn(ancestor.id, ancestor.restrictions);
      if (ancestors) this.#setAncestors(id, ancestors);
    }
  }

  #learn(id: string, restrictions: z.infer<typeof Restrictions> | null | undefined): void {
    const restricted = isRestricted(restrictions?.read);
    if (restricted !== null) this.#restrictedById.set(id, restricted || this.#restrictedById.get(id) === true);
  }

  #setAncestors(id: string, ancestors: readonly { readonly id: string }[]): void {
    this.#ancestors.set(
      id,
      ancestors.map((ancestor) => ancestor.id),
    );
  }

  async #readMissingAncestors(ids: readonly string[]): Promise<void> {
    const { client, signal } = this.#reading;
    await mapConcurrent(ids, CONCURRENCY, async (id) => {
      const path = `/pages/${id}/ancestors${query({ limit: PAGE_SIZE })}`;
      const description = await optional(client.get(path, "description", signal));
      if (description) this.#setAncestors(id, client.read(Ancestors, description.data).results);
    });
  }

  async #readMissingRestrictions(ids: ReadonlySet<string>): Promise<void> {
    const { client, signal } = this.#reading;
    const missing = [...ids].filter((id) => !this.#restrictedById.has(id));
    await mapConcurrent(missing, CONCURRENCY, async (id) => {
      this.#restrictedById.set(id, await readOwn(client, id, signal));
    });
  }

  #withAncestors(id: string): readonly string[] {
    const ids = new Set([id, ...(this.#ancestors.get(id) ?? [])]);
    for (let at = this.#parents.get(id); at && !ids.has(at); at = this.#parents.get(at)) ids.add(at);
    return [...ids];
  }
}

/** The scope without which restrictions cannot be read, if the credential lacks it. */
export async function missingScopes(client: RestClient, spaceKey: string, signal: AbortSignal): Promise<string[]> {
  try {
    await searchSpace(client, spaceKey, signal, 1).next();
    return [];
  } catch (error) {
    if (error instanceof SourceError && error.code === "forbidden") return [RESTRICTIONS_SCOPE];
    throw error;
  }
}

async function* searchSpace(
  client: RestClient,
  spaceKey: string,
  signal: AbortSignal,
  limit = PAGE_SIZE,
): AsyncGenerator<z.infer<typeof Row>> {
  const cql = `space = "${spaceKey.replaceAll(/["\\]/g, "\\$&")}" and type = page`;
  let next: string | null = `${V1}/content/search${query({ cql, expand: EXPAND, limit })}`;
  const bound = boundRows(client.context.host);
  while (next !== null) {
    const { data } = await client.get(next, "page", signal).catch((error: unknown) => {
      if (!(error instanceof SourceError) || !["not_found", "gone", "bad_answer"].includes(error.code)) throw error;
      throw new SourceError(
        "forbidden",
        message("source.restrictions_unknown", { host: client.context.host, scopes: RESTRICTIONS_SCOPE }),
        { cause: error },
      );
    });
    const list: z.infer<typeof List> = client.read(List, data);
    yield* client.read(z.array(Row), list.results);
    const link: string | undefined = /\/rest\/api(\/content\/search\?.*)$/.exec(list._links?.next ?? "")?.[1];
    next = link === undefined ? null : `${V1}${link}`;
    if (next !== null) bound(list.results);
  }
}

/**
 * Whether this one item is restricted; true where the host does not report it.
 * @param v1 the path of v1 of the API from the client's root
 */
export async function readOwn(client: RestClient, id: string, signal: AbortSignal, v1 = V1): Promise<boolean> {
  const path = `${v1}/content/${encodeURIComponent(id)}/restriction/byOperation/read`;
  const answer = await optional(
    client.get(`${path}${query({ expand: "restrictions.user,restrictions.group" })}`, "page", signal),
  );
  return answer === null || isRestricted(client.read(Operation, answer.data)) !== false;
}

/** Null where the answer holds no lists of readers. */
export function isRestricted(read: z.infer<typeof Operation> | null | undefined): boolean | null {
  const { user, group } = read?.restrictions ?? {};
  if (!user || !group) return null;
  return [user, group].some(({ results, size }) => (results?.length ?? 0) > 0 || (size ?? 0) > 0);
}

/** Null for an item that was deleted meanwhile, or that the host does not show by this call. */
async function optional<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SourceError && ["not_found", "gone", "forbidden"].includes(error.code)) return null;
    throw error;
  }
}
