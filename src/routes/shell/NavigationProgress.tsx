import { useNavigation } from "react-router-dom";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./ShellRoute.module.css";

/** The bar below the header while a page loads. Separate from the layout, which does not render for the state of a navigation. */
export function NavigationProgress() {
  const { t } = useTranslation("shell");
  const isLoading = useNavigation().state === "loading";
  return (
    <div className={styles.progress} data-loading={isLoading || undefined} role="status">
      {isLoading && <span className="visually-hidden">{t("loadingPage")}</span>}
    </div>
  );
}
