import { SYNC_STEPS } from "../../../contract/constants.ts";
import type { Sync } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SyncBar.module.css";

export interface SyncBarProps {
  /** Name of the source. */
  name: string;
  sync: Sync;
}

const WORDS = { queued: "syncQueued", running: "syncRunning", ready: "syncReady", failed: "syncFailed" } as const;
type Step = (typeof SYNC_STEPS)[number];
const isStep = (step: string | null): step is Step => SYNC_STEPS.includes(step as Step);

/** Progress of the sync of one source: a bar while it runs, one line otherwise. */
export function SyncBar({ name, sync }: SyncBarProps) {
  const { t, format } = useTranslation("states");
  const isMoving = sync.state === "running" || sync.state === "queued";
  const share = sync.total ? Math.min(1, sync.done / sync.total) : undefined;
  const what = sync.state === "running" && isStep(sync.step) ? t(`steps.${sync.step}`) : t(WORDS[sync.state]);
  const amount =
    sync.state !== "running" || (sync.total === null && sync.done === 0)
      ? null
      : sync.total === null
        ? t("syncDone", { count: sync.done, formatted: format.number(sync.done) })
        : t("syncOf", { done: format.number(sync.done), total: format.number(sync.total) });
  return (
    <div className={styles.sync} data-state={sync.state}>
      <div className={styles.line}>
        <span className={styles.name}>
          <ForeignText text={name} />
        </span>
        <Text tone="muted" className={styles.state}>
          {what}
          {amount && <span> · {amount}</span>}
          {!isMoving && sync.finished_at && (
            <>
              {" · "}
              <RelativeTime at={sync.finished_at} />
            </>
          )}
        </Text>
      </div>
      {isMoving && (
        <ProgressBar
          className={styles.bar}
          intent="primary"
          value={sync.state === "queued" ? 0 : share}
          // Without a size a bar that is not animated would look full.
          isAnimated={sync.state === "running" && share === undefined}
          label={t("syncProgress", { name, step: what })}
        />
      )}
      {sync.error && (
        <p className={styles.error}>
          <ForeignText text={sync.error} />
        </p>
      )}
    </div>
  );
}
