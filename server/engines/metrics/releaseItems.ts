/** Releases as items of metrics, which release a merged request was in, and which releases an issue follows. */
import { lastAtMost, partitionPoint } from "../../index/binarySearch.ts";
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

/**
 * Whether an issue was opened after a release and before the next one, as known at a moment: 1 or 0. Releases of the same moment have the
 * same next one.
 * @param keeps the releases that count. @param opened times of the issues in milliseconds since 1970, ascending
 */
export function followedBy(
  { releases }: Facts,
  keeps: (release: number) => boolean,
  opened: Float64Array,
): (release: number, nowMs: number) => number {
  const times = releases.publishedAt.filter((_, release) => keeps(release));
  return (release, nowMs) => {
    const published = releases.publishedAt[release] ?? NaN;
    const next = times[lastAtMost(times, published, 0, times.length) + 1] ?? Infinity;
    const issue = firstFrom(opened, published);
    return issue < next && issue <= nowMs ? 1 : 0;
  };
}

/** The first of ascending times that is not before a moment; NaN for none. */
const firstFrom = (times: Float64Array, from: number): number =>
  times[partitionPoint(0, times.length, (at) => (times[at] ?? Infinity) < from)] ?? NaN;
