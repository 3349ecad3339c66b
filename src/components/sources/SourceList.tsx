import { useState } from "react";
import { SOURCE_KINDS } from "../../../contract/constants.ts";
import type { HostQuota } from "../../../contract/projects.ts";
import type { SourceLedger as Ledger } from "../../../contract/sources/ledger.ts";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RefList } from "./RefList.tsx";
import { SkippedItems } from "./SkippedItems.tsx";
import { SourceButtons, type SourceActions } from "./SourceButtons.tsx";
import { SourceLedger } from "./SourceLedger.tsx";
import { SourceNotes } from "./SourceNotes.tsx";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { SyncBar } from "../patterns/SyncBar.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { sourceKey, type LinkedSource } from "../../domain/linkedSources.ts";
import { Button } from "../ui/Button.tsx";
import { RefreshIcon } from "../ui/icons.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
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
  /** Their comparisons with the hosts, by id; omit before they are loaded. */
  ledgers?: Readonly<Record<string, Ledger>> | undefined;
  /** Names of the linked groups, by id. */
  groupNames?: Readonly<Record<string, string>>;
  /** Ids of the sources that a pending request compares. */
  comparing?: readonly string[];
  /** Ids of the sources that a pending request pauses or resumes. */
  busy?: readonly string[];
  /** Omit for users who may not change the sources. */
  actions?: SourceActions | undefined;
}

interface DetailFactsProps {
  detail: SourceDetail | undefined;
  groupNames: Readonly<Record<string, string>>;
}

function DetailFacts({ detail, groupNames }: DetailFactsProps) {
  const { t, format } = useTranslation("project");
  const { t: tGroups } = useTranslation("groups");
  if (!detail) return null;
  const {
    links,
    requests,
    releases,
    paused_at,
    is_connected,
    installed_by,
    has_webhook,
    allows_writing,
    kind,
    group,
    folders,
  } = detail;
  const groupName = group ? groupNames[group.group_id] : undefined;
  return (
    <>
      {groupName !== undefined && <span>{tGroups("list.of", { name: groupName })}</span>}
      {group?.leaves_at && group.leaves_because && (
        <strong>{tGroups(`leaving.${group.leaves_because}`, { day: format.date(group.leaves_at) })}</strong>
      )}
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
      {installed_by && <span>{t("sources.installedBy", { account: installed_by })}</span>}
      {has_webhook && <span>{t("sources.hasWebhook")}</span>}
      {folders && folders.length > 0 && (
        <span>{t("sources.folders", { count: folders.length, names: format.list(folders) })}</span>
      )}
      {allows_writing && <span>{t("sources.allowsWriting")}</span>}
    </>
  );
}

/** The last known quota of the host: what was left, when it is renewed, and when that was reported. */
function QuotaFact({ quota }: { quota: HostQuota | undefined }) {
  const { t, format } = useTranslation("project");
  if (!quota) return null;
  const remaining = format.number(quota.remaining);
  return (
    <span>
      {quota.limit === null
        ? t("sources.quota", { remaining })
        : t("sources.quotaOf", { remaining, limit: format.number(quota.limit) })}
      {quota.resets_at !== null && <>, {t("sources.quotaResets", { time: format.time(quota.resets_at) })}</>}
      {" · "}
      <RelativeTime at={quota.seen_at} />
    </span>
  );
}

interface LedgerOfProps {
  source: LinkedSource;
  ledger: Ledger | undefined;
  isRequesting: boolean;
  onCompare: SourceActions["onCompare"] | undefined;
}

/** Nothing before the first sync has ended: what is stored is still growing. */
function LedgerOf({ source, ledger, isRequesting, onCompare }: LedgerOfProps) {
  if (!ledger || source.sync.items === 0) return null;
  return (
    <SourceLedger
      name={source.name}
      ledger={ledger}
      isRequesting={isRequesting}
      onCompare={onCompare && (() => onCompare(source))}
    />
  );
}

/** Rows of a kind that are shown at first, and with each request for more: a group may bring thousands. */
const PAGE_SIZE = 50;

/** All sources of a project by kind, each with the state of its sync. */
export function SourceList({
  sources,
  isStarting = false,
  details = {},
  ledgers = {},
  groupNames = {},
  busy = [],
  comparing = [],
  onSync,
  actions,
}: SourceListProps) {
  const { t, format } = useTranslation("project");
  const { t: tGroups } = useTranslation("groups");
  const [pages, setPages] = useState<Partial<Record<LinkedSource["kind"], number>>>({});
  const kinds = SOURCE_KINDS.filter((kind) => sources.some((source) => source.kind === kind));
  return (
    <div>
      {kinds.map((kind) => {
        const all = sources.filter((source) => source.kind === kind);
        const shown = (pages[kind] ?? 1) * PAGE_SIZE;
        return (
          <section key={kind} className={styles.group} aria-label={t(`kinds.${kind}`)}>
            <Text as="h3" tone="muted" className={styles.heading}>
              {t(`kinds.${kind}`)}
            </Text>
            <ul className={styles.rows}>
              {all.slice(0, shown).map((source) => (
                <li key={sourceKey(source)} className={styles.row}>
                  <Stack gap={1}>
                    <SyncBar name={source.name} sync={source.sync} />
                    <Text as="div" tone="muted" className={styles.facts}>
                      <SourceIcon provider={source.provider} kind={kind} size={12} hasName />
                      <a className={styles.url} href={webHref(source.url)} target="_blank" rel="noreferrer">
                        {source.url}
                      </a>
                      {source.kind === "repository" && source.default_branch && (
                        <span>{t("sources.branch", { name: source.default_branch })}</span>
                      )}
                      {source.kind === "repository" && source.visibility !== "unknown" && (
                        <span>{t(`visibility.${source.visibility}`)}</span>
                      )}
                      {source.sync.items > 0 && (
                        <span>
                          {t("sources.items", {
                            count: source.sync.items,
                            formatted: format.number(source.sync.items),
                          })}
                        </span>
                      )}
                      <QuotaFact quota={source.sync.host_quota} />
                      <DetailFacts detail={details[source.id]} groupNames={groupNames} />
                      {source.sync.state === "failed" && source.sync.items > 0 && <span>{t("sync.lastGood")}</span>}
                    </Text>
                    <SkippedItems
                      items={details[source.id]?.left_out ?? []}
                      role={details[source.id]?.restricted_role}
                    />
                    <RefList refs={details[source.id]?.refs?.found ?? []} />
                    <SourceNotes
                      name={source.name}
                      notes={details[source.id]?.notes ?? []}
                      onFolders={actions && (() => actions.onFolders(source))}
                    />
                    <LedgerOf
                      source={source}
                      ledger={ledgers[source.id]}
                      isRequesting={comparing.includes(source.id)}
                      // A paused source is not read.
                      onCompare={details[source.id]?.paused_at ? undefined : actions?.onCompare}
                    />
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
                    {actions && (
                      <SourceButtons
                        source={source}
                        detail={details[source.id]}
                        isBusy={busy.includes(source.id)}
                        actions={actions}
                      />
                    )}
                  </div>
                </li>
              ))}
            </ul>
            {all.length > shown && (
              <Button
                className={styles.more}
                variant="outlined"
                text={tGroups("filterList.more", {
                  count: Math.min(PAGE_SIZE, all.length - shown),
                  formatted: format.number(Math.min(PAGE_SIZE, all.length - shown)),
                })}
                onClick={() => setPages({ ...pages, [kind]: (pages[kind] ?? 1) + 1 })}
              />
            )}
          </section>
        );
      })}
    </div>
  );
}
