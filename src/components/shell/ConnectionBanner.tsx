import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./ConnectionBanner.module.css";

export interface ConnectionBannerProps {
  status: "online" | "offline" | "unreachable";
  hasNewVersion: boolean;
  /** Checks at once whether the server is reachable. */
  onRetry: () => void;
  onReload: () => void;
}

/**
 * A status bar at the bottom of the page while the server is unreachable, or when it serves another version of the app. The page is
 * unchanged, and is reloaded only on request.
 */
export function ConnectionBanner({ status, hasNewVersion, onRetry, onReload }: ConnectionBannerProps) {
  const { t } = useTranslation("shell");
  const isDisconnected = status !== "online";
  return (
    <div role="status">
      {(isDisconnected || hasNewVersion) && (
        <div className={styles.bar} data-about={isDisconnected ? "connection" : "version"}>
          <p>{isDisconnected ? t(`connection.${status}`) : t("connection.version")}</p>
          <Button
            size="small"
            text={isDisconnected ? t("connection.retry") : t("connection.reload")}
            onClick={isDisconnected ? onRetry : onReload}
          />
        </div>
      )}
    </div>
  );
}
