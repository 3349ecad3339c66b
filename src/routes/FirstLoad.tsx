import { Logo } from "../components/Logo/Logo.tsx";
import { useWords } from "../i18n/useWords.ts";
import styles from "./FirstLoad.module.css";

/** Stands on the page while the first screen is on its way. A host that answers at once is not announced: it comes after a moment. */
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
