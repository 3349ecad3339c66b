import type { ReactElement } from "react";
import { SOURCE_KINDS } from "../../../contract/constants.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RefList } from "./RefList.tsx";
import { SkippedItems } from "./SkippedItems.tsx";
import { SourceIcon } from "./SourceIcon.tsx";
import { SyncBar } from "./SyncBar.tsx";
import { isWebAddress } from "../../domain/webAddress.ts";
import { sourceKey, type LinkedSource } from "../../domain/linkedSources.ts";
import { Button } from "../ui/Button.ts";
import {
  EyeOpenIcon,
  FeedIcon,
  GitBranchIcon,
  KeyIcon,
  PauseIcon,
  PlayIcon,
  RefreshIcon,
  TrashIcon,
} from "../ui/icons.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SourceList.module.css";

export interface SourceListProps {
  sources: readonly LinkedSource[];
  /** A sync was requested and the response is pending. */
  isStarting?: boolean;
  /** Omit for users who may not start a sync. */
  onSync?: (() => void) | undefined;
  /** Details beyond the syncs, by id; omit before they are loaded. */
  details?: Readonly<Record<string, SourceDetail>> | undefined;
  /** Omit for users who may not pause a source. */
  onPause?: ((source: LinkedSource, isPaused: boolean) => void) | undefined;
  /** Omit for users who may not change the access of a source. */
  onAccess?: ((source: LinkedSource) => void) | undefined;
  /** Omit for users who may not change the role for restricted items. */
  onRestricted?: ((source: LinkedSource) => void) | undefined;
  /** Omit for users who may not change which branches and tags are searched. */
  onRefs?: ((source: LinkedSource) => void) | undefined;
  /** Omit for users who may not create a webhook. */
  onWebhook?: ((source: LinkedSource) => void) | undefined;
  /** Omit for users who may not unlink a source. */
  onRemove?: ((source: LinkedSource) => void) | undefined;
}

const HAS_WEBHOOKS: ReadonlySet<string> = new Set(["github", "gitlab", "bitbucket", "jira"]);

/** Its host rejects the credential. */
const needsAccess = ({ sync }: LinkedSource): boolean =>
  sync.state === "failed" && (sync.error_code === "unauthorized" || sync.error_code === "forbidden");

interface RowActionProps {
  icon: ReactElement;
  /** Names the action and the source. */
  name: string;
  onClick: () => void;
}

/** A button of a source that shows its icon alone. */
const RowAction = ({ icon, name, onClick }: RowActionProps) => (
  <Button size="small" variant="minimal" icon={icon} aria-label={name} title={name} onClick={onClick} />
);

function DetailFacts({ detail }: { detail: SourceDetail | undefined }) {
  const { t, format } = useTranslation("project");
  if (!detail) return null;
  const { links, requests, releases, paused_at, is_connected, has_webhook, kind } = detail;
  return (
    <>
      {paused_at && <strong>{t("sources.paused")}</strong>}
      {links.total > 0 && (
        <span>
          {t(`sources.linked.${kind}`, {
            linked: format.number(links.linked),
            total: format.number(links.total),
          })}
        </span>
      )}
      {requests.total > 0 && (
        <span>
          {t("sources.requests", {
            total: format.number(requests.total),
            reviewed: format.number(requests.reviewed),
          })}
        </span>
      )}
      {releases && releases.total > 0 && (
        <span>
          {t("sources.releases", { count: releases.total, formatted: format.number(releases.total) })}
          {releases.latest !== null && <> · {t("sources.latestRelease", { tag: releases.latest })}</>}
        </span>
      )}
      {is_connected && <span>{t("sources.isConnected")}</span>}
      {has_webhook && <span>{t("sources.hasWebhook")}</span>}
    </>
  );
}

/** All sources of a project by kind, each with the state of its sync. */
export function SourceList({
  sources,
  isStarting = false,
  details = {},
  onSync,
  onPause,
  onAccess,
  onRestricted,
  onRefs,
  onWebhook,
  onRemove,
}: SourceListProps) {
  const { t, format } = useTranslation("project");
  const kinds = SOURCE_KINDS.filter((kind) => sources.some((source) => source.kind === kind));
  return (
    <div>
      {kinds.map((kind) => (
        <section key={kind} className={styles.group} aria-label={t(`kinds.${kind}`)}>
          <Text as="h3" tone="muted" className={styles.heading}>
            {t(`kinds.${kind}`)}
          </Text>
          <ul className={styles.rows}>
            {sources
              .filter((source) => source.kind === kind)
              .map((source) => (
                <li key={sourceKey(source)} className={styles.row}>
                  <Stack gap={1}>
                    <SyncBar name={source.name} sync={source.sync} />
                    <Text as="div" tone="muted" className={styles.facts}>
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
                      <DetailFacts detail={details[source.id]} />
                      {source.sync.state === "failed" && source.sync.items > 0 && <span>{t("sync.lastGood")}</span>}
                    </Text>
                    <SkippedItems
                      items={details[source.id]?.left_out ?? []}
                      role={details[source.id]?.restricted_role}
                    />
                    <RefList refs={details[source.id]?.refs?.found ?? []} />
                    {details[source.id]?.notes.map(({ code, text }) => (
                      <Text key={code} as="p" size="small" tone="muted">
                        {text}
                      </Text>
                    ))}
                  </Stack>
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
                    {onAccess && details[source.id] && (
                      <Button
                        size="small"
                        {...(needsAccess(source)
                          ? { variant: "outlined", intent: "primary", text: t("sources.access") }
                          : { variant: "minimal" })}
                        icon={<KeyIcon />}
                        aria-label={t("sources.accessName", { name: source.name })}
                        title={t("sources.accessName", { name: source.name })}
                        onClick={() => onAccess(source)}
                      />
                    )}
                    {onRestricted && details[source.id] && source.kind !== "repository" && (
                      <RowAction
                        icon={<EyeOpenIcon />}
                        name={t("sources.restrictedName", { name: source.name })}
                        onClick={() => onRestricted(source)}
                      />
                    )}
                    {onRefs && details[source.id] && source.kind === "repository" && (
                      <RowAction
                        icon={<GitBranchIcon />}
                        name={t("refs.name", { name: source.name })}
                        onClick={() => onRefs(source)}
                      />
                    )}
                    {onWebhook && details[source.id] && HAS_WEBHOOKS.has(source.provider) && (
                      <RowAction
                        icon={<FeedIcon />}
                        name={t("sources.webhookName", { name: source.name })}
                        onClick={() => onWebhook(source)}
                      />
                    )}
                    {onPause && details[source.id] && (
                      <Button
                        size="small"
                        variant="minimal"
                        icon={details[source.id]?.paused_at ? <PlayIcon /> : <PauseIcon />}
                        aria-label={t(details[source.id]?.paused_at ? "sources.resumeName" : "sources.pauseName", {
                          name: source.name,
                        })}
                        onClick={() => onPause(source, !details[source.id]?.paused_at)}
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
