import { useTranslation } from "../../i18n/useTranslation.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./GettingStarted.module.css";

const STEPS = ["project", "sync", "search"] as const;

/** The empty state for a user without a project: what to do first. */
export function GettingStarted({ wizardHref }: { wizardHref: string }) {
  const { t } = useTranslation("home");
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.title}>
        {t("gettingStarted.title")}
      </h2>
      <ol className={styles.list}>
        {STEPS.map((step) => (
          <li key={step} className={styles.step}>
            <h3 className={styles.name}>{t(`gettingStarted.${step}Title`)}</h3>
            <Text as="p" tone="muted" className={styles.text}>
              {t(`gettingStarted.${step}Text`)}
            </Text>
          </li>
        ))}
      </ol>
      <LinkButton intent="primary" size="large" href={wizardHref} text={t("gettingStarted.action")} />
    </section>
  );
}
