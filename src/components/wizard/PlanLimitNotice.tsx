import { PLANS } from "../../../contract/constants.ts";
import type { PlanName } from "../../../contract/access/companies.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Callout } from "../ui/Callout.tsx";

export interface PlanLimitNoticeProps {
  plan: PlanName;
  /** Number of sources that the project has or is about to get. */
  sources: number;
}

/** How many sources the plan still allows; null without a limit. Negative when there are too many. */
export const sourcesLeft = (plan: PlanName, sources: number): number | null => {
  const { maxDataSources } = PLANS[plan];
  return maxDataSources === null ? null : maxDataSources - sources;
};

/** The plan's limits in words, before they are reached. Renders nothing on a plan without any. */
export function PlanLimitNotice({ plan, sources }: PlanLimitNoticeProps) {
  const { t } = useTranslation("wizard");
  const left = sourcesLeft(plan, sources);
  if (left === null) return null;
  const { maxProjects, maxDataSources } = PLANS[plan];
  return (
    <Callout intent={left < 0 ? "danger" : left === 0 ? "warning" : "none"} role="note">
      {t("plan.standard", { projects: maxProjects, sources: maxDataSources })}{" "}
      {left < 0 ? t("plan.over") : left === 0 ? t("plan.full") : t("plan.left", { count: left })}
    </Callout>
  );
}
