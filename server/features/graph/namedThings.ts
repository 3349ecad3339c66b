import { requestAddress } from "../../../contract/addresses/requestAddress.ts";
import type { NamedThing } from "../../../contract/code/graph.ts";
import { personAddress } from "../../../contract/addresses/personAddress.ts";
import { listIssueNamesByKeys, listRequestsByKeys } from "../../db/tables/commits/graphEdges.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import { listAccountsByLogins } from "../../db/tables/accounts/accounts.ts";
import { listRequestsWithSharedNumber } from "../../db/tables/requests/requestDetails.ts";
import { findOnlyCommit } from "../../engines/commits/findCommits.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import type { Graph } from "./Graph.ts";

/** Rows of one answer: several sources may have each of a hundred names. */
const MAX_ROWS = 1000;

/** An issue or a request by its key, with the source that it was read through. */
interface Numbered {
  readonly kind: "issue" | "request";
  readonly id: string;
  readonly key: string;
  readonly source: string;
  readonly address: string;
}

/**
 * What some names mean in a project: hashes, keys and numbers of issues and requests, and `@login`. What nothing or several things have is
 * left out.
 * @param source which the text with the names is from, for numbers that count there
 */
export async function namedThings(
  graph: Graph,
  names: readonly string[],
  source: string | undefined,
): Promise<NamedThing[]> {
  const once = [...new Set(names)];
  const [items, people] = await Promise.all([itemsNamed(graph, once, source), peopleBy(graph, once)]);
  const byName = new Map(items.map((item) => [item.named, item]));
  return once.flatMap((named): NamedThing[] => {
    if (named.startsWith("@")) {
      const person = people.get(named.slice(1).toLowerCase());
      return person === undefined ? [] : [{ named, kind: "person", address: person }];
    }
    const item = byName.get(named);
    if (item) return [{ named, kind: item.kind, address: item.address }];
    if (keyIn(named) !== null) return [];
    const place = findOnlyCommit(graph.index, named);
    const hash = place && graph.index.commits[place.member]?.table.hash(place.commit);
    return hash ? [{ named, kind: "commit", address: hash }] : [];
  });
}

/** The issues and requests that keys and numbers among the names mean, as `namedThings` finds them. */
export async function itemsNamed(
  graph: Graph,
  names: readonly string[],
  source: string | undefined,
): Promise<(Numbered & { readonly named: string })[]> {
  const once = [...new Set(names)];
  const numbered = await numberedBy(graph, once);
  const resolver = await graph.resolver();
  const sources = [...new Set(numbered.map((thing) => thing.source))];
  return once.flatMap((named) => {
    const key = keyIn(named);
    if (key === null) return [];
    const within = named.slice(0, -key.length).toLowerCase();
    const near =
      within !== ""
        ? resolver.byName(within, source ?? "", sources)
        : source === undefined || !/^[#!]/.test(key)
          ? sources
          : resolver.atSameLocation(source, sources);
    const matches = numbered.filter(
      (thing) => thing.key.toUpperCase() === key.toUpperCase() && near.includes(thing.source),
    );
    const [only, ...others] = matches;
    return only && others.length === 0 ? [{ ...only, named }] : [];
  });
}

/** The key in a name; null for a hash and an account. */
const keyIn = (name: string): string | null => /(?:[#!]\d{1,9}|^[A-Z][A-Z0-9_]{1,19}-\d{1,9})$/.exec(name)?.[0] ?? null;

async function numberedBy({ db, projectId }: Graph, names: readonly string[]): Promise<Numbered[]> {
  const keys = [...new Set(names.flatMap((name) => keyIn(name) ?? []))];
  if (keys.length === 0) return [];
  const [issues, requests] = await Promise.all([
    listIssueNamesByKeys(db, projectId, keys, MAX_ROWS),
    listRequestsByKeys(db, projectId, keys, MAX_ROWS),
  ]);
  const [sharedKeys, sharedNumbers] = await Promise.all([
    listIssuesWithSharedKey(
      db,
      issues.map(({ id }) => id),
    ),
    listRequestsWithSharedNumber(
      db,
      requests.map(({ id }) => id),
    ),
  ]);
  return [
    ...issues.map((issue) => ({
      kind: "issue" as const,
      id: issue.id,
      key: issue.key,
      source: issue.source_id,
      address: issueAddress(issue, sharedKeys.has(issue.id)),
    })),
    ...requests.map((request) => ({
      kind: "request" as const,
      id: request.id,
      key: request.key,
      source: request.source_id,
      address: requestAddress(request, sharedNumbers.has(request.id)),
    })),
  ];
}

/** Addresses of persons by login; one that is of several persons is left out. */
async function peopleBy({ db, projectId, directory }: Graph, names: readonly string[]): Promise<Map<string, string>> {
  const logins = names.flatMap((name) => (name.startsWith("@") ? [name.slice(1).toLowerCase()] : []));
  const result = new Map<string, Set<string>>();
  for (const { id, login } of logins.length === 0 ? [] : await listAccountsByLogins(db, projectId, logins)) {
    const person = directory.withId(id);
    const name = login?.toLowerCase();
    if (person && name !== undefined) result.set(name, (result.get(name) ?? new Set()).add(personAddress(person)));
  }
  return new Map([...result].flatMap(([login, all]) => (all.size === 1 ? [[login, [...all][0] ?? ""] as const] : [])));
}
