/** Pages of wikis, and their changes, as items of metrics. */
import { spacePathOf } from "../insights/pageColumns.ts";
import { listed, singleAttribute } from "./attributes.ts";
import type { Items, NamedFacts } from "./countables.ts";
import { namedValues, peopleAsValues, projectAttribute, sourcesAsValues } from "./sharedAttributes.ts";

const same = (item: number): number => item;

/** Each page that is in a wiki now. Its person created it. */
export function pageItems(named: NamedFacts): Items {
  const { pages } = named.facts;
  return {
    length: pages.ids.length,
    rowOf: same,
    keeps: (item) => isOfHuman(named, pages.author[item]),
    times: { created: (item) => pages.createdAt[item] ?? NaN },
    numbers: {},
    attributes: { ...pageAttributes(named, same), person: singleAttribute(peopleAsValues(named), pages.author, same) },
    pathOf: (item) => spacePathOf(pages, item),
  };
}

/** Each known change of these pages. Its person wrote the version. */
export function pageChangeItems(named: NamedFacts): Items {
  const { pages } = named.facts;
  const { changes } = pages;
  const pageOf = (item: number): number => changes.page[item] ?? -1;
  const changed = (item: number): number => changes.at[item] ?? NaN;
  return {
    length: changes.page.length,
    rowOf: pageOf,
    keeps: (item) => isOfHuman(named, changes.author[item]),
    times: { changed, created: (item) => pages.createdAt[pageOf(item)] ?? NaN },
    numbers: {},
    attributes: {
      ...pageAttributes(named, pageOf),
      person: singleAttribute(peopleAsValues(named), changes.author, same),
    },
    pathOf: (item) => spacePathOf(pages, pageOf(item)),
    eventOf: (item) => ({ person: changes.author[item] ?? -1, at: changed(item) }),
  };
}

const isOfHuman = ({ facts: { people } }: NamedFacts, person = -1): boolean => people[person]?.isBot !== true;

function pageAttributes(named: NamedFacts, position: (item: number) => number) {
  const { pages } = named.facts;
  return {
    label: listed(namedValues(pages.labelNames), pages.labelStart, pages.labels, position),
    space: singleAttribute(namedValues(pages.spaceNames), pages.space, position),
    parent: singleAttribute({ keys: pages.ids, names: pages.titles }, pages.parent, position),
    source: singleAttribute(sourcesAsValues(named), pages.source, position),
    project: projectAttribute(named),
  };
}
