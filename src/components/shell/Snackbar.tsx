import { ErrorIcon, InfoSignIcon, TickCircleIcon, WarningSignIcon } from "../ui/icons.ts";
import styles from "./Snackbar.module.css";

export type SnackbarColor = "success" | "error" | "info" | "warning";

export interface SnackbarProps {
  /** Null while there is no message. */
  snackbar: { message: string; color: SnackbarColor } | null;
}

const ICONS = { success: TickCircleIcon, error: ErrorIcon, info: InfoSignIcon, warning: WarningSignIcon } as const;

/** The snackbar. Its live region is always rendered, so that screen readers announce new content. */
export function Snackbar({ snackbar }: SnackbarProps) {
  const Icon = snackbar && ICONS[snackbar.color];
  return (
    <div className={styles.place}>
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
