import { Icon } from "../ui/Icon.tsx";
import { ErrorIcon, InfoSignIcon, TickCircleIcon, WarningSignIcon } from "../ui/icons.ts";
import styles from "./Snackbar.module.css";

export type SnackbarColor = "success" | "error" | "info" | "warning";

export interface SnackbarProps {
  /** Null while there is no message. */
  snackbar: { message: string; color: SnackbarColor } | null;
}

const ICONS = { success: TickCircleIcon, error: ErrorIcon, info: InfoSignIcon, warning: WarningSignIcon } as const;

/**
 * The snackbar. Both live regions are always rendered: many screen readers announce only what is added to a region that was there, with the
 * role that it had.
 */
export function Snackbar({ snackbar }: SnackbarProps) {
  const isError = snackbar?.color === "error";
  return (
    <div className={styles.place}>
      <div role="status">{!isError && <Message snackbar={snackbar} />}</div>
      <div role="alert">{isError && <Message snackbar={snackbar} />}</div>
    </div>
  );
}

function Message({ snackbar }: SnackbarProps) {
  return (
    snackbar && (
      <div className={styles.snackbar} data-color={snackbar.color}>
        <Icon of={ICONS[snackbar.color]} />
        <span className={styles.message}>{snackbar.message}</span>
      </div>
    )
  );
}
