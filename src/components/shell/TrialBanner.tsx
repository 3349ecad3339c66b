import type { CompanyPlan } from "../../../contract/access/companies.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { CrossIcon } from "../ui/icons.ts";
import styles from "./TrialBanner.module.css";

export interface TrialBannerProps {
  /** Whole days until the trial ends. */
  days: number;
  /** Its end and what follows; left out where the host does not send it. */
  trial?: CompanyPlan["trial"];
  /** Omit in the last days, when it cannot be dismissed. */
  onDismiss?: (() => void) | undefined;
}

/** The remaining time of the trial. */
export function TrialBanner({ days, trial, onDismiss }: TrialBannerProps) {
  const { t, format } = useTranslation("shell");
  return (
    <aside className={styles.banner} aria-label={t("trial.region")} data-last={days <= 1 || undefined}>
      <span className={styles.text}>{days <= 1 ? t("trial.lastDay") : t("trial.days", { count: days })}</span>
      {trial && (
        <span className={styles.text}>
          {t(trial.returns_to === null ? "trial.expires" : "trial.returns", {
            date: format.date(trial.ends_at),
            plan: trial.returns_to ?? "",
          })}
        </span>
      )}
      {onDismiss && (
        <Button
          className={styles.dismiss}
          size="small"
          variant="minimal"
          icon={<CrossIcon />}
          aria-label={t("trial.dismissFor")}
          title={t("trial.dismissFor")}
          onClick={onDismiss}
        />
      )}
    </aside>
  );
}
