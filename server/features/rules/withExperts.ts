/** The experts that rules assign, chosen before a run is stored or shown. */
import { chooseExpert, type PlaceExperts } from "../../engines/rules/chooseExpert.ts";
import type { PlannedAction } from "../../engines/rules/decide.ts";

/** Asks for the experts of issues of a project, by the id of the issue. */
export type AskExperts = (
  projectId: string,
  issueIds: readonly string[],
) => Promise<Readonly<Record<string, PlaceExperts>>>;

interface Planned {
  readonly issueId: string | null;
  readonly actions: readonly PlannedAction[];
}

const NO_EXPERTS: PlaceExperts = { experts: [], memberLoads: [] };

/** The same with experts. Asks nothing where no action needs one. */
export async function withExperts<One extends Planned>(
  ask: AskExperts,
  projectId: string,
  planned: readonly One[],
): Promise<One[]> {
  const needsExpert = ({ actions }: Planned): boolean => actions.some(({ action }) => action.do === "assign_expert");
  const ids = new Set(planned.filter(needsExpert).flatMap(({ issueId }) => issueId ?? []));
  if (ids.size === 0) return [...planned];
  const experts = await ask(projectId, [...ids]);
  return planned.map((plannedRule) => ({
    ...plannedRule,
    actions: plannedRule.actions.map((action): PlannedAction => {
      if (action.action.do !== "assign_expert") return action;
      const expert = chooseExpert(experts[plannedRule.issueId ?? ""] ?? NO_EXPERTS);
      return { ...action, detail: expert.account?.login ?? "", expert };
    }),
  }));
}
