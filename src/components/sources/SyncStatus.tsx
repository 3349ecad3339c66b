import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { summarizeSyncs, type LinkedSource } from "../../domain/linkedSources.ts";
import { useNow } from "../ui/Clock.ts";
import { Icon } from "../ui/Icon.tsx";
import { PopoverButton } from "../ui/PopoverButton.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import { ErrorIcon, RefreshIcon, TickCircleIcon, TimeIcon } from "../ui/icons.ts";
import type { SyncPanelProps } from "./SyncPanel.tsx";
import styles from "./SyncStatus.module.css";

const SyncPanel = lazyComponent(() => import("./SyncPanel.tsx"), "SyncPanel");

export type SyncStatusProps = SyncPanelProps;

interface Status {
  state: "failed" | "running" | "waiting" | "ready";
  text: string;
  /** What a screen reader reads when the state changes; without the time, which changes by itself. */
  news: string;
  icon: ReactNode;
  /** The part of a running sync that is done, 0 to 1. */
  share?: number | undefined;
}

function useStatus(sources: readonly LinkedSource[]): Status {
  const { t, format } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const now = useNow();
  const summary = summarizeSyncs(sources);
  const moving = sources.filter(({ sync: { state } }) => state === "running" || state === "queued");
  const waiting = moving.filter(({ sync }) => sync.quota_wait);
  if (summary.state === "failed") {
    const text = t("sync.failedCount", { count: summary.failed });
    return { state: "failed", text, news: text, icon: <Icon of={ErrorIcon} size={14} /> };
  }
  if (moving.length > waiting.length) {
    const text = t("sync.running", { count: moving.length - waiting.length });
    const share = summary.state === "running" ? summary.share : undefined;
    return {
      state: "running",
      text: share === undefined ? text : `${text} · ${format.percent(share)}`,
      news: text,
      icon: <Icon of={RefreshIcon} size={14} />,
      share,
    };
  }
  if (waiting.length > 0) {
    const text = t("sync.waiting", { count: waiting.length });
    return { state: "waiting", text, news: text, icon: <Icon of={TimeIcon} size={14} /> };
  }
  const finishedAt = summary.state === "ready" ? summary.finishedAt : null;
  return {
    state: "ready",
    text: finishedAt === null ? tStates("syncNever") : t("sync.synced", { when: format.relative(finishedAt, now) }),
    news: t("sync.allReady"),
    icon: <Icon of={TickCircleIcon} size={14} />,
  };
}

/**
 * How fresh the sources of a project are, in one button of the project's header that opens the state of each source. A line at the foot of the
 * header shows the progress of a running sync. Nothing follows the button in its line and the line covers a margin, so a sync that begins or
 * ends moves nothing.
 */
export function SyncStatus(props: SyncStatusProps) {
  const { t } = useTranslation("project");
  const { state, text, news, icon, share } = useStatus(props.sources);
  return (
    <>
      <div className={styles.status}>
        <PopoverButton
          label={t("sync.overview")}
          placement="bottom-start"
          button={{
            size: "small",
            className: styles.button ?? "",
            children: (
              <Text tone={state === "failed" ? "danger" : "muted"} className={styles.text}>
                {icon}
                <span>{text}</span>
              </Text>
            ),
          }}
          content={
            <Suspense fallback={<Skeleton isAnnounced={false} count={props.sources.length} />}>
              <SyncPanel {...props} />
            </Suspense>
          }
        />
      </div>
      <span role="status" className="visually-hidden">
        {news}
      </span>
      {state === "running" && (
        // The button has the same in words.
        <div aria-hidden className={styles.progress}>
          <ProgressBar label={text} intent="primary" value={share} isAnimated={share === undefined} />
        </div>
      )}
    </>
  );
}
