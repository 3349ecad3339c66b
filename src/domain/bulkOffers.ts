import { LIST_ACTIONS } from "../../contract/issues/issueActions.ts";
import type { IssueActionOffer, IssueActions } from "../../contract/issues/issueWrites.ts";

const BULK_ACTIONS: readonly string[] = ["state", ...LIST_ACTIONS, "priority"];

/** What can be done to several issues. */
export interface BulkOffers extends IssueActions {
  /** Actions that do not work for some of the issues, with the reason: these are left as they are. */
  readonly skipped: readonly { readonly action: IssueActionOffer["action"]; readonly reason: string }[];
}

/**
 * What can be done to several issues of one tracker, by what it offers for some of them: an open and a closed one together have all states.
 * An action that does not work for any of them has the reason of the first.
 */
export function bulkOffers(samples: readonly [IssueActions, ...IssueActions[]]): BulkOffers {
  const [first] = samples;
  const blocked = samples.find((sample) => sample.blocked !== null);
  if (blocked) return { ...blocked, skipped: [] };
  const offers = Map.groupBy(
    samples.flatMap(({ actions }) => actions.filter(({ action }) => BULK_ACTIONS.includes(action))),
    ({ action }) => action,
  );
  const groups = [...offers.values()];
  return { ...first, actions: groups.flatMap(mergeOffers), skipped: groups.flatMap(skippedActions) };
}

/** Nothing where the action works for all samples, or for none. */
function skippedActions(offers: readonly IssueActionOffer[]): BulkOffers["skipped"] {
  const failing = offers.find(({ reason }) => reason !== null);
  const works = offers.some(({ reason }) => reason === null);
  return works && failing ? [{ action: failing.action, reason: failing.reason ?? "" }] : [];
}

function mergeOffers(offers: readonly IssueActionOffer[]): IssueActionOffer[] {
  const working = offers.filter(({ reason }) => reason === null);
  const [offer = offers[0]] = working;
  if (!offer) return [];
  const options = working.flatMap((candidate) => candidate.options);
  const targetOf = ({ id, target }: (typeof options)[number]): string => target ?? id;
  return [
    {
      ...offer,
      current: [],
      options: options.filter(
        (option, at) => options.findIndex((other) => targetOf(other) === targetOf(option)) === at,
      ),
    },
  ];
}
