import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.ts";
import { CrossIcon, ErrorIcon, InfoSignIcon, TickCircleIcon, WarningSignIcon } from "../ui/icons.ts";
import styles from "./Snackbars.module.css";

export type SnackbarColor = "success" | "error" | "info" | "warning";

export interface SnackbarsProps {
  /** The general one; null while there is no message. */
  snackbar: { message: string; color: SnackbarColor } | null;
  /** The integration warning, and the address of its fix; null without one. */
  warning: { text: string; href: string } | null;
  onCloseWarning: () => void;
}

const ICONS = { success: TickCircleIcon, error: ErrorIcon, info: InfoSignIcon, warning: WarningSignIcon } as const;

/** The two snackbars. Their live regions are always rendered, so that screen readers announce new content. */
export function Snackbars({ snackbar, warning, onCloseWarning }: SnackbarsProps) {
  const { t } = useTranslation("shell");
  const Icon = snackbar && ICONS[snackbar.color];
  return (
    <div className={styles.place}>
      <div role="status">
        {warning !== null && (
          <div className={styles.snackbar} data-color="warning" data-lasting>
            <WarningSignIcon aria-hidden={true} />
            <span className={styles.message}>
              {warning.text} <a href={warning.href}>{t("snackbar.openIntegrations")}</a>
            </span>
            <Button
              className={styles.close}
              size="small"
              variant="minimal"
              icon={<CrossIcon />}
              aria-label={t("snackbar.close")}
              onClick={onCloseWarning}
            />
          </div>
        )}
      </div>
      <div role={snackbar?.color === "error" ? "alert" : "status"}>
        {snackbar && Icon && (
          <div className={styles.snackbar} data-color={snackbar.color}>
            <Icon aria-hidden={true} />
            <span className={styles.message}>{snackbar.message}</span>
          </div>
        )}
      </div>
    </div>
  );
}
