/** Releases as items of metrics, and which release a merged request was in. */
import type { Facts } from "../insights/facts.ts";
import { singleAttribute } from "./attributes.ts";
import type { Column, Items, NamedFacts } from "./countables.ts";
import { peopleAsValues, projectAttribute, sourcesAsValues } from "./sharedAttributes.ts";

const same = (item: number): number => item;

/** Each release. Those that a bot has published count too. */
export function releaseItems(named: NamedFacts): Items {
  const { releases } = named.facts;
  return {
    length: releases.ids.length,
    rowOf: same,
    keeps: () => true,
    times: { published: (item) => releases.publishedAt[item] ?? NaN },
    numbers: {},
    attributes: {
      source: singleAttribute(sourcesAsValues(named), releases.source, same),
      person: singleAttribute(peopleAsValues(named), releases.author, same),
      project: projectAttribute(named),
    },
    refOf: (item) => releases.tags[item] ?? "",
  };
}

/**
 * The time of the first release of its source after the merge of a request; NaN where there is none. A tracker without a repository has
 * requests and no tags, so that those of its project count.
 */
export function firstReleases({ requests, releases, commits }: Facts): Column {
  const timesOf = (source: number): Float64Array => {
    const ofSource = releases.publishedAt.filter((_, release) => releases.source[release] === source);
    return ofSource.length > 0 || commits.source.includes(source) ? ofSource : releases.publishedAt;
  };
  const times = new Map<number, Float64Array>();
  return (request) => {
    const merged = requests.mergedAt[request] ?? NaN;
    if (Number.isNaN(merged)) return NaN;
    const source = requests.source[request] ?? -1;
    const published = times.get(source) ?? timesOf(source);
    times.set(source, published);
    return firstFrom(published, merged);
  };
}

/** The first of ascending times that is not before a moment; NaN for none. */
function firstFrom(times: Float64Array, from: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return times[low] ?? NaN;
}
