import { LIST_ACTIONS } from "../../contract/issues/issueActions.ts";
import type { IssueActionOffer, IssueActions } from "../../contract/issues/issueWrites.ts";

const BULK_ACTIONS: readonly string[] = ["state", ...LIST_ACTIONS];

/**
 * What can be done to several issues of one tracker, by what it offers for some of them: an open and a closed one together have all states.
 * An action that does not work for any of them has the reason of the first.
 */
export function bulkOffers(samples: readonly [IssueActions, ...IssueActions[]]): IssueActions {
  const [first] = samples;
  const blocked = samples.find((sample) => sample.blocked !== null);
  if (blocked) return blocked;
  const offers = Map.groupBy(
    samples.flatMap(({ actions }) => actions.filter(({ action }) => BULK_ACTIONS.includes(action))),
    ({ action }) => action,
  );
  return { ...first, actions: [...offers.values()].flatMap((found) => merged(found)) };
}

function merged(offers: readonly IssueActionOffer[]): IssueActionOffer[] {
  const working = offers.filter(({ reason }) => reason === null);
  const [offer = offers[0]] = working;
  if (!offer) return [];
  const options = working.flatMap((found) => found.options);
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
