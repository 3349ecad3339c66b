import { Logo } from "../../components/ui/Logo.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./InitialLoading.module.css";

/** Placeholder during the first load. It appears after a short delay, so that a fast answer causes no flicker. */
export function InitialLoading() {
  const { t } = useTranslation("shell");
  return (
    <div className={styles.place}>
      <Text as="div" tone="muted" className={styles.wait} role="status">
        <Logo size={36} />
        <span>{t("loadingPage")}</span>
      </Text>
    </div>
  );
}
