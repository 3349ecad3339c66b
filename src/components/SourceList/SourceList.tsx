import { Button } from "@blueprintjs/core";
import { RefreshIcon, TrashIcon } from "@blueprintjs/icons";
import { SOURCE_KINDS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import { SourceIcon } from "../SourceIcon/SourceIcon.tsx";
import { SyncBar } from "../SyncBar/SyncBar.tsx";
import { isWebAddress } from "../SearchResults/webAddress.ts";
import { sourceKey, type LinkedSource } from "./linkedSource.ts";
import styles from "./SourceList.module.css";

export interface SourceListProps {
  sources: readonly LinkedSource[];
  /** A sync has been asked for and has not been answered yet. */
  isStarting?: boolean;
  /** Leave out for people who may not start a sync. */
  onSync?: (() => void) | undefined;
  /** Leave out for people who may not unlink a source. */
  onRemove?: ((source: LinkedSource) => void) | undefined;
}

/** All sources of a project by kind, each with how its copying stands. */
export function SourceList({ sources, isStarting = false, onSync, onRemove }: SourceListProps) {
  const { t, format } = useWords("project");
  const kinds = SOURCE_KINDS.filter((kind) => sources.some((source) => source.kind === kind));
  return (
    <div>
      {kinds.map((kind) => (
        <section key={kind} className={styles.group} aria-label={t(`kinds.${kind}`)}>
          <h3 className={styles.heading}>{t(`kinds.${kind}`)}</h3>
          <ul className={styles.rows}>
            {sources
              .filter((source) => source.kind === kind)
              .map((source) => (
                <li key={sourceKey(source)} className={styles.row}>
                  <div className={styles.about}>
                    <SyncBar name={source.name} sync={source.sync} />
                    <div className={styles.facts}>
                      <SourceIcon provider={source.provider} kind={kind} size={12} hasName />
                      {isWebAddress(source.url) ? (
                        <a className={styles.url} href={source.url} target="_blank" rel="noreferrer">
                          {source.url}
                        </a>
                      ) : (
                        <span className={styles.url}>{source.url}</span>
                      )}
                      {source.kind === "repository" && source.default_branch && (
                        <span>{t("sources.branch", { name: source.default_branch })}</span>
                      )}
                      {source.kind === "repository" && <span>{t(`visibility.${source.visibility}`)}</span>}
                      {source.sync.items > 0 && (
                        <span>
                          {t("sources.items", {
                            count: source.sync.items,
                            formatted: format.number(source.sync.items),
                          })}
                        </span>
                      )}
                      {source.sync.state === "failed" && source.sync.items > 0 && <span>{t("sync.lastGood")}</span>}
                    </div>
                  </div>
                  <div className={styles.actions}>
                    {onSync && source.sync.state === "failed" && (
                      <Button
                        size="small"
                        variant="outlined"
                        icon={<RefreshIcon />}
                        text={t("sync.retry")}
                        aria-label={t("sync.retryName", { name: source.name })}
                        loading={isStarting}
                        onClick={onSync}
                      />
                    )}
                    {onRemove && (
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<TrashIcon />}
                        aria-label={t("sources.removeName", { name: source.name })}
                        onClick={() => onRemove(source)}
                      />
                    )}
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
