import { Logo } from "../components/ui/Logo.tsx";
import { useTranslation } from "../i18n/useTranslation.ts";
import styles from "./InitialLoading.module.css";

/** Placeholder during the first load. It appears after a short delay, so that a fast answer causes no flicker. */
export function InitialLoading() {
  const { t } = useTranslation("shell");
  return (
    <div className={styles.place}>
      <div className={styles.wait} role="status">
        <Logo size={36} />
        <span>{t("loadingPage")}</span>
      </div>
    </div>
  );
}
