import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { EndpointName, ParamsOf } from "../../contract/endpoints.ts";

declare const built: unique symbol;
/** A key of a query, or the beginning of several keys. Only this file and the lists of keys build one. */
export type QueryKey = readonly unknown[] & { readonly [built]: true };

/** What the scope of a key names already. */
type InScope = "id" | "project";
type Part<T> = [T] extends [never]
  ? unknown
  : T extends unknown
    ? Omit<T, InScope> & Partial<Pick<T, InScope & keyof T>>
    : never;
/** What a call sends besides its scope: the parameters of its path, its query and its body. */
export type Sent<N extends EndpointName> = Part<ParamsOf<N>> & Part<QuerySent<N>> & Part<BodySent<N>>;

/** What an event makes outdated as a whole, or a part of it. */
export const scope = (...names: readonly (string | null)[]): QueryKey => names as readonly unknown[] as QueryKey;
/** The scope of a project. */
export const project = (slug: string): QueryKey => scope("project", slug);
/** The scope of a company; null while it is not known. */
export const company = (id: string | null): QueryKey => scope("company", id);
/** The scope of the signed-in user. */
export const USER = scope("user");
/** The scope of numbers over several projects, which a sync of any of them changes. */
export const INSIGHTS = scope("insights");

/** The beginning of the keys of all calls of an endpoint within a scope. */
export const allOf = (within: QueryKey, name: EndpointName): QueryKey =>
  [...within, name] as readonly unknown[] as QueryKey;

/**
 * The key of a call.
 * @param within a scope, or the key of the call with which this one is outdated
 * @param version what the answer depends on besides the call
 */
export const keyOf = <N extends EndpointName>(within: QueryKey, name: N, sent: Sent<N>, version?: unknown): QueryKey =>
  [...within, name, sent, ...(version === undefined ? [] : [version])] as readonly unknown[] as QueryKey;
