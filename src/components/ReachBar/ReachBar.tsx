import { Button } from "@blueprintjs/core";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./ReachBar.module.css";

export interface ReachBarProps {
  place: "here" | "offline" | "away";
  hasNewVersion: boolean;
  /** Looks at once whether the server answers again. */
  onRetry: () => void;
  onReload: () => void;
}

/**
 * One calm line at the foot of the page while the server cannot be reached, or when it has another version of the app. What stands on
 * the page stays, and nothing is loaded anew unless the person says so.
 */
export function ReachBar({ place, hasNewVersion, onRetry, onReload }: ReachBarProps) {
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
