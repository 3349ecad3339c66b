import { PLAN_NAMES } from "../../../contract/constants.ts";
import { planHas } from "../../../contract/billing/planFeatures.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { LockIcon } from "../ui/icons.ts";

export interface UpgradeNoticeProps {
  /** The feature that the company's plan does not include. */
  feature: "insights" | "document_explorer" | "expert_recommender" | "mcp" | "sso" | "custom_reports";
  contactHref: string;
  /** Level of the heading; 2 right under a page's title. */
  headingLevel?: 2 | 3;
}

/** Replaces a part that the plan does not include: names the plans that do, and a contact. */
export function UpgradeNotice({ feature, contactHref, headingLevel = 2 }: UpgradeNoticeProps) {
  const { t, format } = useTranslation("plan");
  const plans = PLAN_NAMES.filter((name) => planHas(name, feature));
  return (
    <EmptyState
      icon={<LockIcon size={headingLevel === 2 ? 40 : 20} />}
      headingLevel={headingLevel}
      title={t("notice.title", {
        count: plans.length,
        feature: t(`notice.feature.${feature}`),
        plans: format.list(plans),
      })}
      action={<LinkButton intent="primary" href={contactHref} text={t("notice.contact")} />}
    >
      {t(`notice.text.${feature}`)}
    </EmptyState>
  );
}
