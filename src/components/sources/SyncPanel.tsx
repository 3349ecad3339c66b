import { useTranslation } from "../../i18n/useTranslation.ts";
import { sourceKey, summarizeSyncs, type LinkedSource } from "../../domain/linkedSources.ts";
import { SyncBar } from "../patterns/SyncBar.tsx";
import { Button } from "../ui/Button.tsx";
import { RefreshIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./SyncPanel.module.css";

export interface SyncPanelProps {
  sources: readonly LinkedSource[];
  isStarting?: boolean;
  /** Why the sync was not started. */
  failure?: string | undefined;
  /** Omit for users who may not start a sync. */
  onSync?: (() => void) | undefined;
}

/** Running and failed syncs: one bar per source. Renders nothing while all sources are idle without errors. */
export function SyncPanel({ sources, isStarting = false, failure, onSync }: SyncPanelProps) {
  const { t } = useTranslation("project");
  const moving = sources.filter(({ sync }) => sync.state === "running" || sync.state === "queued");
  const waiting = moving.filter(({ sync }) => sync.quota_wait);
  const failed = sources.filter(({ sync }) => sync.state === "failed");
  if (moving.length + failed.length === 0 && failure === undefined) return null;
  const isFailed = summarizeSyncs(sources).state === "failed";
  return (
    <Card as="section" padding={3} className={styles.panel} aria-label={t("sync.overview")}>
      <div className={styles.head}>
        <Text as="h2" size="body" weight="strong" aria-live="polite">
          {moving.length > waiting.length
            ? t("sync.running", { count: moving.length - waiting.length })
            : waiting.length > 0
              ? t("sync.waiting", { count: waiting.length })
              : isFailed
                ? t("sync.failedCount", { count: failed.length })
                : t("sync.allReady")}
        </Text>
        {onSync && isFailed && (
          <Button
            size="small"
            variant="outlined"
            icon={<RefreshIcon />}
            text={t("sync.retry")}
            loading={isStarting}
            onClick={onSync}
          />
        )}
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <ul className={styles.bars}>
        {[...failed, ...moving].map((source) => (
          <li key={sourceKey(source)}>
            <SyncBar name={source.name} sync={source.sync} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
