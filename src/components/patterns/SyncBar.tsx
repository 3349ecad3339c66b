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

/** Steps of which a wait for the quota of the host says how much is stored. */
const STORED = ["issues", "comments", "pages", "requests"] as const;

/** Until when a sync waits for the quota of its host, and how much it has stored. */
function useWaitText({ quota_wait: quotaWait, step, done, total }: Sync): string | null {
  const { t, format } = useTranslation("states");
  if (!quotaWait) return null;
  const until = { host: quotaWait.host, time: format.time(quotaWait.until) };
  const stored = STORED.find((name) => name === step);
  return stored === undefined || total === null
    ? t("quotaWait.plain", until)
    : t(`quotaWait.${stored}`, { ...until, done: format.number(done), total: format.number(total) });
}

/** Progress of the sync of one source: a bar while it runs, one line otherwise. */
export function SyncBar({ name, sync }: SyncBarProps) {
  const { t, format } = useTranslation("states");
  const waitText = useWaitText(sync);
  const isMoving = sync.state === "running" || sync.state === "queued";
  const share = sync.total ? Math.min(1, sync.done / sync.total) : undefined;
  const what =
    waitText !== null
      ? t("steps.waiting")
      : sync.state === "running" && isStep(sync.step)
        ? t(`steps.${sync.step}`)
        : t(WORDS[sync.state]);
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
          value={sync.state === "queued" ? (waitText === null ? 0 : (share ?? 0)) : share}
          // Without a size a bar that is not animated would look full.
          isAnimated={sync.state === "running" && share === undefined}
          label={t("syncProgress", { name, step: what })}
        />
      )}
      {waitText !== null && (
        <Text as="p" size="small">
          <ForeignText text={waitText} />
        </Text>
      )}
      {sync.error && waitText === null && (
        <p className={styles.error}>
          <ForeignText text={sync.error} />
        </p>
      )}
    </div>
  );
}
