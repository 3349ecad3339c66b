import { Button } from "@blueprintjs/core";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./ConnectionBanner.module.css";

export interface ConnectionBannerProps {
  place: "here" | "offline" | "away";
  hasNewVersion: boolean;
  /** Checks at once whether the server is reachable. */
  onRetry: () => void;
  onReload: () => void;
}

/**
 * A status bar at the bottom of the page while the server is unreachable, or when it serves another version of the app. The page is
 * unchanged, and is reloaded only on request.
 */
export function ConnectionBanner({ place, hasNewVersion, onRetry, onReload }: ConnectionBannerProps) {
  const { t } = useWords("shell");
  const isAway = place !== "here";
  return (
    <div role="status">
      {(isAway || hasNewVersion) && (
        <div className={styles.bar} data-about={isAway ? "away" : "version"}>
          <p>{isAway ? t(`reach.${place}`) : t("reach.version")}</p>
          <Button
            size="small"
            text={isAway ? t("reach.retry") : t("reach.reload")}
            onClick={isAway ? onRetry : onReload}
          />
        </div>
      )}
    </div>
  );
}
