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

interface SourceRowProps {
  source: LinkedSource;
  detail: SourceDetail | undefined;
  ledger: Ledger | undefined;
  groupNames: Readonly<Record<string, string>>;
  isStarting: boolean;
  isComparing: boolean;
  isBusy: boolean;
  onSync: (() => void) | undefined;
  actions: SourceActions | undefined;
}

/** One source: its sync, its facts, what was not read, and its buttons. */
function SourceRow({ source, detail, ledger, groupNames, isStarting, isComparing, isBusy, ...rest }: SourceRowProps) {
  const { t } = useTranslation("project");
  const { onSync, actions } = rest;
  const { name, sync } = source;
  // A paused source is not read.
  const onCompare = detail?.paused_at ? undefined : actions?.onCompare;
  return (
    <li className={styles.row}>
      <Stack gap={1}>
        <SyncBar name={name} sync={sync} />
        <SourceFacts source={source} detail={detail} groupNames={groupNames} />
        <SkippedItems items={detail?.left_out ?? []} role={detail?.restricted_role} />
        <RefList refs={detail?.refs?.found ?? []} />
        <SourceNotes name={name} notes={detail?.notes ?? []} onFolders={actions && (() => actions.onFolders(source))} />
        {/* Not before the first sync has ended: what is stored is still growing. */}
        {ledger && sync.items > 0 && (
          <SourceLedger
            name={name}
            ledger={ledger}
            isRequesting={isComparing}
            onCompare={onCompare && (() => onCompare(source))}
          />
        )}
      </Stack>
      <div className={styles.actions}>
        {onSync && sync.state === "failed" && (
          <Button
            size="small"
            variant="outlined"
            icon={<RefreshIcon />}
            text={t("sync.retry")}
            aria-label={t("sync.retryName", { name })}
            loading={isStarting}
            onClick={onSync}
          />
        )}
        {actions && <SourceButtons source={source} detail={detail} isBusy={isBusy} actions={actions} />}
      </div>
    </li>
  );
}

/** The address of a source, the number of its items, and what its sync and its settings are. */
function SourceFacts({ source, detail, groupNames }: Pick<SourceRowProps, "source" | "detail" | "groupNames">) {
  const { t, format } = useTranslation("project");
  const { provider, kind, url, sync } = source;
  return (
    <Text as="div" tone="muted" className={styles.facts}>
      <SourceIcon provider={provider} kind={kind} size={12} hasName />
      <a className={styles.url} href={webHref(url)} target="_blank" rel="noreferrer">
        {url}
      </a>
      {source.kind === "repository" && source.default_branch && (
        <span>{t("sources.branch", { name: source.default_branch })}</span>
      )}
      {source.kind === "repository" && source.visibility !== "unknown" && (
        <span>{t(`visibility.${source.visibility}`)}</span>
      )}
      {sync.items > 0 && <span>{t("sources.items", { count: sync.items, formatted: format.number(sync.items) })}</span>}
      <QuotaFact quota={sync.host_quota} />
      <DetailFacts detail={detail} groupNames={groupNames} />
      {sync.state === "failed" && sync.items > 0 && <span>{t("sync.lastGood")}</span>}
    </Text>
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
        const ofKind = sources.filter((source) => source.kind === kind);
        const limit = (pages[kind] ?? 1) * PAGE_SIZE;
        const nextCount = Math.min(PAGE_SIZE, ofKind.length - limit);
        return (
          <section key={kind} className={styles.group} aria-label={t(`kinds.${kind}`)}>
            <Text as="h3" tone="muted" className={styles.heading}>
              {t(`kinds.${kind}`)}
            </Text>
            <ul className={styles.rows}>
              {ofKind.slice(0, limit).map((source) => (
                <SourceRow
                  key={sourceKey(source)}
                  source={source}
                  detail={details[source.id]}
                  ledger={ledgers[source.id]}
                  groupNames={groupNames}
                  isStarting={isStarting}
                  isComparing={comparing.includes(source.id)}
                  isBusy={busy.includes(source.id)}
                  onSync={onSync}
                  actions={actions}
                />
              ))}
            </ul>
            {nextCount > 0 && (
              <Button
                className={styles.more}
                variant="outlined"
                text={tGroups("filterList.more", { count: nextCount, formatted: format.number(nextCount) })}
                onClick={() => setPages({ ...pages, [kind]: (pages[kind] ?? 1) + 1 })}
              />
            )}
          </section>
        );
      })}
    </div>
  );
}
