import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import { mapConcurrent } from "../../../concurrency.ts";
import type { PageKind } from "../../../../contract/documents/pageKinds.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import type { ContentRow } from "./contentRows.ts";
import { Operation, type Restrictions } from "./restrictionRows.ts";
import { SEARCH_SIZE, V1, inSpace, searchContent } from "./searchContent.ts";

const CONCURRENCY = 4;
/** Confluence's granular scope for searching content and for reading the restrictions of one item. */
export const RESTRICTIONS_SCOPE = "read:content-details:confluence";
/** What a search needs to return for {@link RestrictionsReader}. */
export const RESTRICTIONS_EXPAND = ["restrictions.read.restrictions", "ancestors.restrictions.read.restrictions"]
  .flatMap((path) => [`${path}.user`, `${path}.group`])
  .join(",");

const Ancestors = z.object({ results: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String) })) });

/** An item of the list of a space. */
interface Listed {
  readonly kind: PageKind;
  readonly externalId: string;
  readonly parentId: string | null;
}

/**
 * Finds the items of a space that are restricted to named users or groups, directly or through an ancestor. One search returns the restrictions of
 * many items; an item missing from it is requested separately. An item counts as restricted until the host reports the opposite.
 */
export class RestrictionsReader {
  readonly #client: RestClient;
  readonly #signal: AbortSignal;
  /** Whether an item itself is restricted. */
  readonly #restrictedById = new Map<string, boolean>();
  /** Ancestors by the search, which include more than pages. */
  readonly #ancestors = new Map<string, readonly string[]>();
  /** By the list, which is newer than the search. */
  #parents: ReadonlyMap<string, string | null> = new Map();

  constructor(client: RestClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Takes over what the search has found of an item. */
  learn({ id, restrictions, ancestors }: ContentRow): void {
    this.#learn(id, restrictions);
    for (const ancestor of ancestors ?? []) this.#learn(ancestor.id, ancestor.restrictions);
    if (ancestors) this.#setAncestors(id, ancestors);
  }

  /** The ids of the restricted ones. */
  async restrictedOf(entries: readonly Listed[]): Promise<Set<string>> {
    this.#parents = new Map(entries.map(({ externalId, parentId }) => [externalId, parentId]));
    const ids = entries.map(({ externalId }) => externalId);
    for (const { externalId, kind } of entries)
      if (kind === "blog_post" && !this.#ancestors.has(externalId)) this.#setAncestors(externalId, []);
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
    const client = this.#client;
    const signal = this.#signal;
    await mapConcurrent(ids, CONCURRENCY, async (id) => {
      const path = `/pages/${id}/ancestors${query({ limit: SEARCH_SIZE })}`;
      const description = await optional(client.get(path, "description", signal));
      if (description) this.#setAncestors(id, client.read(Ancestors, description.data).results);
    });
  }

  async #readMissingRestrictions(ids: ReadonlySet<string>): Promise<void> {
    const client = this.#client;
    const signal = this.#signal;
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
  const cql = `${inSpace(spaceKey)} and type = page`;
  try {
    await searchContent(client, { cql, expand: RESTRICTIONS_EXPAND, limit: 1 }, signal).next();
    return [];
  } catch (error) {
    if (error instanceof SourceError && SEARCH_REFUSALS.has(error.code)) return [RESTRICTIONS_SCOPE];
    throw error;
  }
}
/** Codes of a host that does not answer the search. */
export const SEARCH_REFUSALS: ReadonlySet<string> = new Set(["forbidden", "not_found", "gone", "bad_answer"]);

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
export function isRestricted(read: Operation | null | undefined): boolean | null {
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
