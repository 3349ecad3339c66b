import type { ListAction } from "../../contract/issues/issueActions.ts";
import type { IssueActionOffer, IssueChange, WriteOption } from "../../contract/issues/issueWrites.ts";

/** A step to a state, with one of the reasons that it asks for. */
export interface StateChoice {
  readonly option: WriteOption;
  readonly resolution: { readonly id: string; readonly name: string } | null;
}

/** The steps of a tracker's workflow; one that asks for a reason is there once for each. */
export const stateChoices = (options: readonly WriteOption[]): StateChoice[] =>
  options.flatMap((option): StateChoice[] => {
    const { resolutions = [] } = option;
    if (resolutions.length === 0) return [{ option, resolution: null }];
    return resolutions.map((resolution) => ({ option, resolution }));
  });

/** What a selection adds to the values that the tracker has, and what it removes. */
export function listChange(
  action: ListAction,
  { current }: Pick<IssueActionOffer, "current">,
  chosen: readonly string[],
): IssueChange {
  const had = current.map(({ id }) => id);
  return {
    action,
    add: chosen.filter((id) => !had.includes(id)),
    remove: had.filter((id) => !chosen.includes(id)),
  };
}
