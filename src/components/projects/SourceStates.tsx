import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { MoreLine } from "../patterns/MoreLine.tsx";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { syncProgress, sourceKey, type LinkedSource } from "../../domain/linkedSources.ts";
import styles from "./SourceStates.module.css";

/** More are only counted; the page of the sources lists them. */
const SHOWN = 6;

/** The first sources of a project, each with its freshness. */
export function SourceStates({ sources }: { sources: readonly LinkedSource[] }) {
  const { t } = useTranslation("project");
  return (
    <ul className={styles.states} aria-label={t("sources.title")}>
      {sources.slice(0, SHOWN).map((source) => (
        <li key={sourceKey(source)} data-state={source.sync.state}>
          <SourceIcon provider={source.provider} kind={source.kind} size={14} />
          <span className={styles.name}>
            <ForeignText text={source.name} />
          </span>
          <span className={styles.state}>
            <SourceState sync={source.sync} />
          </span>
        </li>
      ))}
      <MoreLine count={sources.length - SHOWN} />
    </ul>
  );
}

function SourceState({ sync }: Pick<LinkedSource, "sync">) {
  const { t, format } = useTranslation("states");
  if (sync.state === "running") {
    const share = syncProgress(sync);
    return share === undefined ? t("syncRunning") : format.percent(share);
  }
  if (sync.state === "failed") return t("syncFailed");
  if (sync.finished_at === null) return t(sync.state === "queued" ? "syncQueued" : "syncNever");
  return <RelativeTime at={sync.finished_at} />;
}
