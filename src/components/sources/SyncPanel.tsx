import { useTranslation } from "../../i18n/useTranslation.ts";
import { sourceKey, type LinkedSource } from "../../domain/linkedSources.ts";
import { MoreLine } from "../patterns/MoreLine.tsx";
import { SyncBar } from "../patterns/SyncBar.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { RefreshIcon } from "../ui/icons.ts";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SyncPanel.module.css";

export interface SyncPanelProps {
  sources: readonly LinkedSource[];
  /** The page of the sources. */
  href: string;
  isStarting?: boolean;
  /** Why the sync was not started. */
  failure?: string | undefined;
  /** Omit for users who may not start a sync. */
  onSync?: (() => void) | undefined;
}

/** More are only counted; the page of the sources lists them. */
const SHOWN = 8;

const rankOf = ({ sync: { state } }: LinkedSource): number =>
  state === "failed" ? 0 : state === "running" || state === "queued" ? 1 : 2;

/** The state of each source: failed ones first, then those that are syncing. */
export function SyncPanel({ sources, href, isStarting = false, failure, onSync }: SyncPanelProps) {
  const { t } = useTranslation("project");
  const ordered = sources.toSorted((one, other) => rankOf(one) - rankOf(other));
  const hasFailed = sources.some(({ sync }) => sync.state === "failed");
  return (
    <div className={styles.panel}>
      <ScrollableRegion label={t("sync.overview")} maxHeight="min(24rem, 60dvb)">
        <ul className={styles.bars} aria-label={t("sources.title")}>
          {ordered.slice(0, SHOWN).map((source) => (
            <li key={sourceKey(source)}>
              <SyncBar name={source.name} sync={source.sync} />
            </li>
          ))}
          <MoreLine count={sources.length - SHOWN} />
        </ul>
      </ScrollableRegion>
      {failure !== undefined && (
        <Text as="p" tone="danger" overflow="anywhere" role="alert">
          {failure}
        </Text>
      )}
      <Inline gap={2}>
        {onSync && (
          <Button
            size="small"
            variant="outlined"
            icon={<RefreshIcon />}
            text={t(hasFailed ? "sync.retry" : "sync.now")}
            loading={isStarting}
            onClick={onSync}
          />
        )}
        <LinkButton size="small" variant="minimal" text={t("sync.details")} href={href} />
      </Inline>
    </div>
  );
}
