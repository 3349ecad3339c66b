import { PLANS } from "../../../contract/constants.ts";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";
import { Icon } from "../ui/Icon.tsx";
import { SmallTickIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./PlanCard.module.css";

export interface PlanCardProps {
  plan: CompanyPlan;
  /** Number of the user's projects. */
  projects: number;
}

const INTENTS = { trial: "primary", active: "success", expired: "danger", canceled: "warning" } as const;

/** The plan of a company: its state, its limits, its features, and discounts. */
export function PlanCard({ plan, projects }: PlanCardProps) {
  const { t, format } = useTranslation("settings");
  const help = useTranslation("help");
  const { name } = plan.plan;
  // Another host may have a plan that is unknown here.
  const limits = Object.hasOwn(PLANS, name) ? PLANS[name] : null;
  const status = plan.subscription_status;
  const days = plan.days_until_trial_end;
  return (
    <Card className={styles.card}>
      <Inline>
        <Text size="heading" weight="strong">
          {name || t("plan.unknown")}
        </Text>
        {Object.hasOwn(INTENTS, status) && <Tag intent={INTENTS[status]}>{t(`plan.status.${status}`)}</Tag>}
        {status === "trial" && days !== null && <span>{t("plan.trialDays", { count: days })}</span>}
      </Inline>
      {status === "trial" && plan.trial && (
        <Text as="p" tone="muted">
          {t(plan.trial.returns_to === null ? "plan.trialExpires" : "plan.trialReturns", {
            date: format.date(plan.trial.ends_at),
            plan: plan.trial.returns_to ?? "",
          })}
        </Text>
      )}
      {limits && (
        <>
          <dl className={styles.limits}>
            <div>
              <Text as="dt" tone="muted">
                {t("plan.projects")}
              </Text>
              <dd>
                {limits.maxProjects === null
                  ? t("plan.unlimited", { used: format.number(projects) })
                  : t("plan.usedOf", { used: format.number(projects), max: format.number(limits.maxProjects) })}
                {limits.openSourceOnly && (
                  <Text as="div" tone="muted" className={styles.note}>
                    {t("plan.openSourceOnly")}
                  </Text>
                )}
              </dd>
            </div>
            <div>
              <Text as="dt" tone="muted">
                {t("plan.sources")}
              </Text>
              <dd>
                {limits.maxDataSources === null
                  ? t("plan.noLimit")
                  : t("plan.upTo", { max: format.number(limits.maxDataSources) })}
              </dd>
            </div>
            {plan.account_manager && (
              <div>
                <Text as="dt" tone="muted">
                  {t("plan.accountManager")}
                </Text>
                <Text as="dd" overflow="anywhere">
                  {plan.account_manager.name}{" "}
                  <a href={`mailto:${plan.account_manager.email}`}>{plan.account_manager.email}</a>
                </Text>
              </div>
            )}
          </dl>
          <ul className={styles.features} aria-label={t("plan.features")}>
            {limits.features.map((feature) => (
              <li key={feature}>
                <Icon of={SmallTickIcon} />
                {help.t(`features.${feature}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.discounts.length > 0 && (
        <ul className={styles.discounts} aria-label={t("plan.discounts")}>
          {plan.discounts.map((discount) => (
            <li key={`${discount.name} ${discount.percent}`}>
              <Tag intent="success">
                {discount.amount
                  ? t("plan.amountOff", { amount: format.money(discount.amount.cents, discount.amount.currency) })
                  : t("plan.percentOff", { percent: format.percent(discount.percent / 100) })}
              </Tag>{" "}
              {discount.name}{" "}
              {discount.ends_at !== null && t("plan.discountUntil", { date: format.date(discount.ends_at) })}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
