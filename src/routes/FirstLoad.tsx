import { Logo } from "../components/ui/Logo.tsx";
import { useWords } from "../i18n/useWords.ts";
import styles from "./FirstLoad.module.css";

/** Placeholder during the first load. It appears after a short delay, so that a fast answer causes no flicker. */
export function FirstLoad() {
  const { t } = useWords("shell");
  return (
    <div className={styles.place}>
      <div className={styles.wait} role="status">
        <Logo size={36} />
        <span>{t("loadingPage")}</span>
      </div>
    </div>
  );
}
