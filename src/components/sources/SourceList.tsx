import { SOURCE_KINDS } from "../../../contract/constants.ts";
import type { SourceLedger as Ledger } from "../../../contract/ledger.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { RefList } from "./RefList.tsx";
import { SkippedItems } from "./SkippedItems.tsx";
import { SourceLedger } from "./SourceLedger.tsx";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { SyncBar } from "../patterns/SyncBar.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { sourceKey, type LinkedSource } from "../../domain/linkedSources.ts";
import { Button } from "../ui/Button.tsx";
import {
  ChatIcon,
  EditIcon,
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
  /** Their comparisons with the hosts, by id; omit before they are loaded. */
  ledgers?: Readonly<Record<string, Ledger>> | undefined;
  /** Ids of the sources that a pending request compares. */
  comparing?: readonly string[];
  /** Ids of the sources that a pending request pauses or resumes. */
  busy?: readonly string[];
  /** Omit for users who may not change the sources. */
  actions?: SourceActions | undefined;
}

/** What may be done with one source. All but removing need its details. */
export interface SourceActions {
  onPause: (source: LinkedSource, isPaused: boolean) => void;
  onAccess: (source: LinkedSource) => void;
  onRename: (source: LinkedSource) => void;
  /** The role for restricted items. */
  onRestricted: (source: LinkedSource) => void;
  /** Which branches and tags are searched. */
  onRefs: (source: LinkedSource) => void;
  onWebhook: (source: LinkedSource) => void;
  /** Allows or stops writing to a tracker by its members. */
  onWriting: (source: LinkedSource, isAllowed: boolean) => void;
  /** Compares it with its host. */
  onCompare: (source: LinkedSource) => void;
  onRemove: (source: LinkedSource) => void;
}

const HAS_WEBHOOKS: ReadonlySet<string> = new Set(["github", "gitlab", "bitbucket", "jira"]);

/** Its host rejects the credential. */
const needsAccess = ({ sync }: LinkedSource): boolean =>
  sync.state === "failed" && (sync.error_code === "unauthorized" || sync.error_code === "forbidden");

function DetailFacts({ detail }: { detail: SourceDetail | undefined }) {
  const { t, format } = useTranslation("project");
  if (!detail) return null;
  const { links, requests, releases, paused_at, is_connected, has_webhook, allows_writing, kind } = detail;
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
      {allows_writing && <span>{t("sources.allowsWriting")}</span>}
    </>
  );
}

interface SourceButtonsProps {
  source: LinkedSource;
  detail: SourceDetail | undefined;
  /** A request that pauses or resumes it is pending. */
  isBusy: boolean;
  actions: SourceActions;
}

function SourceButtons({ source, detail, isBusy, actions }: SourceButtonsProps) {
  const { t } = useTranslation("project");
  const { onPause, onAccess, onRename, onRestricted, onRefs, onWebhook, onWriting, onRemove } = actions;
  const { name, kind } = source;
  const isPaused = Boolean(detail?.paused_at);
  return (
    <>
      {detail && (
        <>
          {needsAccess(source) ? (
            <Button
              size="small"
              variant="outlined"
              intent="primary"
              icon={<KeyIcon />}
              text={t("sources.access")}
              aria-label={t("sources.accessName", { name })}
              onClick={() => onAccess(source)}
            />
          ) : (
            <RowAction
              icon={<KeyIcon />}
              name={t("sources.accessName", { name })}
              text={t("sources.buttons.access")}
              onClick={() => onAccess(source)}
            />
          )}
          <RowAction
            icon={<EditIcon />}
            name={t("rename.name", { name })}
            text={t("sources.buttons.rename")}
            onClick={() => onRename(source)}
          />
          {kind === "repository" ? (
            <RowAction
              icon={<GitBranchIcon />}
              name={t("refs.name", { name })}
              text={t("sources.buttons.refs")}
              onClick={() => onRefs(source)}
            />
          ) : (
            <RowAction
              icon={<EyeOpenIcon />}
              name={t("sources.restrictedName", { name })}
              text={t("sources.buttons.restricted")}
              onClick={() => onRestricted(source)}
            />
          )}
          {detail.can_be_written && (
            <RowAction
              icon={<ChatIcon />}
              name={t(detail.allows_writing ? "sources.stopWritingName" : "sources.allowWritingName", { name })}
              text={t(detail.allows_writing ? "sources.buttons.stopWriting" : "sources.buttons.allowWriting")}
              onClick={() => onWriting(source, !detail.allows_writing)}
            />
          )}
          {HAS_WEBHOOKS.has(source.provider) && (
            <RowAction
              icon={<FeedIcon />}
              name={t("sources.webhookName", { name })}
              text={t("sources.buttons.webhook")}
              onClick={() => onWebhook(source)}
            />
          )}
          <RowAction
            icon={isPaused ? <PlayIcon /> : <PauseIcon />}
            name={t(isPaused ? "sources.resumeName" : "sources.pauseName", { name })}
            text={t(isPaused ? "sources.buttons.resume" : "sources.buttons.pause")}
            loading={isBusy}
            onClick={() => onPause(source, !isPaused)}
          />
        </>
      )}
      <RowAction
        icon={<TrashIcon />}
        name={t("sources.removeName", { name })}
        text={t("sources.buttons.remove")}
        onClick={() => onRemove(source)}
      />
    </>
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

/** All sources of a project by kind, each with the state of its sync. */
export function SourceList({
  sources,
  isStarting = false,
  details = {},
  ledgers = {},
  busy = [],
  comparing = [],
  onSync,
  actions,
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
        </section>
      ))}
    </div>
  );
}
