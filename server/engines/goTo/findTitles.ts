import type { TypedName } from "../../../contract/matching/nameMatch.ts";
import type { TypedTitle } from "../../../contract/matching/titleMatch.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { issueRef } from "../ranking/itemRefs.ts";
import { wikisOf } from "../documents/wikisOf.ts";
import { TopK } from "../ranking/TopK.ts";
import type { SearchPeople } from "../search/collections/searchPeople.ts";
import { EMPTY_NAME_FIELDS, type FoundInProject, type NamesRequest, eachName } from "./foundNames.ts";
import { GO_TO_CONSTANTS, NAME_KIND_POINTS } from "./goToWeights.ts";
import { nameColumn, nameColumnOf } from "./nameColumn.ts";
import { memoize } from "../../memoize.ts";

const CLOSED_POINTS = GO_TO_CONSTANTS.closed.value;
const EXACT_KEY_SCORE = GO_TO_CONSTANTS.exactKey.value;

export function findIssueTitles(
  { issues }: OpenedIndex,
  typed: TypedTitle,
  { q, limit }: NamesRequest,
): FoundInProject[] {
  if (!issues) return [];
  const { table } = issues;
  const best = new TopK(limit);
  const names = nameColumn(table.titles);
  const exact = new Set(table.withKey(q.trim()));
  for (const issue of exact)
    best.offer(0, issue, EXACT_KEY_SCORE + (table.state(issue) === "closed" ? CLOSED_POINTS : 0));
  const scoreOf = (from: number, to: number): number => typed.score(names.letters, from, to);
  eachName(names, scoreOf, (issue, score) => {
    if (exact.has(issue)) return;
    best.offer(0, issue, score + NAME_KIND_POINTS.issue + (table.state(issue) === "closed" ? CLOSED_POINTS : 0));
  });
  return best.sorted().map(({ documentRef, score }) => ({
    ...EMPTY_NAME_FIELDS,
    kind: "issue",
    id: table.id(documentRef.document),
    name: table.title(documentRef.document),
    address: issueRef(issues, documentRef.document).address,
    detail: table.key(documentRef.document),
    source: table.source(documentRef.document),
    state: table.state(documentRef.document),
    score,
  }));
}

export function findRequestTitles(
  typed: TypedTitle,
  { q, limit, requests: { rows, titles } }: NamesRequest,
): FoundInProject[] {
  const key = q.trim().toLowerCase();
  const best = new TopK(limit);
  const scoreOf = (from: number, to: number, at: number): number => {
    const rowKey = rows[at]?.key.toLowerCase();
    return key !== "" && (rowKey === key || rowKey?.slice(1) === key)
      ? EXACT_KEY_SCORE
      : typed.score(titles.letters, from, to);
  };
  eachName(titles, scoreOf, (at, score) => {
    best.offer(0, at, score + NAME_KIND_POINTS.request + (rows[at]?.state === "open" ? 0 : CLOSED_POINTS));
  });
  return best.sorted().flatMap(({ documentRef, score }) => {
    const row = rows[documentRef.document];
    return row
      ? [
          {
            ...EMPTY_NAME_FIELDS,
            kind: "request" as const,
            id: row.id,
            name: row.title,
            detail: row.key,
            address: row.address,
            url: row.url,
            state: row.state,
            score,
          },
        ]
      : [];
  });
}

export function findPages({ pages }: OpenedIndex, typed: TypedTitle, { limit }: NamesRequest): FoundInProject[] {
  if (!pages) return [];
  const { table } = pages;
  const names = nameColumn(table.titles);
  const best = new TopK(limit);
  const scoreOf = (from: number, to: number): number => typed.score(names.letters, from, to);
  eachName(names, scoreOf, (page, score) => best.offer(0, page, score + NAME_KIND_POINTS.page));
  return best.sorted().map(({ documentRef, score }) => {
    const { id, title, source, ancestors } = table.row(documentRef.document);
    const path = wikisOf(pages).get(source)?.pathOf(documentRef.document) ?? null;
    return { ...EMPTY_NAME_FIELDS, kind: "page", id, name: title, detail: ancestors.join(" / "), source, path, score };
  });
}

const peopleNames = memoize(({ people }: SearchPeople) => {
  const all = people.flatMap(({ isKnown, isBot, name, alsoKnownAs }, owner) =>
    isKnown && !isBot ? [name, ...alsoKnownAs].map((text) => ({ owner, text: text.replace(/@.*$/, "") })) : [],
  );
  return { names: nameColumnOf(all.map(({ text }) => text)), owners: all.map(({ owner }) => owner) };
});

export function findPersonNames(typed: TypedName, { people, limit }: NamesRequest): FoundInProject[] {
  const { names, owners } = peopleNames(people);
  const scores = new Map<number, number>();
  const scoreOf = (from: number, to: number, at: number): number =>
    typed.scoreName(names.letters, from, to, names.masks[at] ?? 0);
  eachName(names, scoreOf, (at, score) => {
    const owner = owners[at] ?? 0;
    if (score > GO_TO_CONSTANTS.minPerson.value) scores.set(owner, Math.max(scores.get(owner) ?? 0, score));
  });
  return [...scores]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .flatMap(([owner, score]) => {
      const person = people.people[owner];
      const name = people.labels[owner] ?? person?.name ?? "";
      return person
        ? [
            {
              ...EMPTY_NAME_FIELDS,
              kind: "person" as const,
              id: person.id,
              name,
              score: score + NAME_KIND_POINTS.person,
            },
          ]
        : [];
    });
}
