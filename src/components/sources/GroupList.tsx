import type { LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import { FILTER_REASONS } from "../../../contract/matching/groupFilter.ts";
import { isComparing } from "../../domain/groupDraft.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { EditIcon, FeedIcon, RefreshIcon, TrashIcon } from "../ui/icons.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SourceList.module.css";

export interface GroupListProps {
  groups: readonly LinkedGroup[];
  /** Omit for users who may not change the sources. */
  actions?: GroupActions | undefined;
}

/** What may be done with one group. */
export interface GroupActions {
  onCompare: (group: LinkedGroup) => void;
  /** Its filter and its access. */
  onChange: (group: LinkedGroup) => void;
  onWebhook: (group: LinkedGroup) => void;
  onRemove: (group: LinkedGroup) => void;
}

function GroupCounts({ group }: { group: LinkedGroup }) {
  const { t, format } = useTranslation("groups");
  const { counts } = group;
  if (!counts) return null;
  const number = (count: number) => ({ count, formatted: format.number(count) });
  return (
    <>
      <span>{t("list.linked", { ...number(counts.linked), found: format.number(counts.found) })}</span>
      {FILTER_REASONS.filter((reason) => counts.left_out[reason] > 0).map((reason) => (
        <span key={reason}>{t(`leftOut.${reason}`, number(counts.left_out[reason]))}</span>
      ))}
      {counts.removed > 0 && <span>{t("list.removed", number(counts.removed))}</span>}
      {counts.linked_otherwise > 0 && <span>{t("list.linkedOtherwise", number(counts.linked_otherwise))}</span>}
      {counts.unreadable > 0 && <span>{t("unreadable", number(counts.unreadable))}</span>}
      {counts.without_room > 0 && <strong>{t("list.withoutRoom", number(counts.without_room))}</strong>}
    </>
  );
}

/** The linked groups of a project, each with the result of its last comparison with the host. */
export function GroupList({ groups, actions }: GroupListProps) {
  const { t } = useTranslation("groups");
  if (groups.length === 0) return null;
  return (
    <section className={styles.group} aria-label={t("list.title")}>
      <Text as="h3" tone="muted" className={styles.heading}>
        {t("list.title")}
      </Text>
      <ul className={styles.rows}>
        {groups.map((group) => (
          <li key={group.id} className={styles.row}>
            <Stack gap={1}>
              <Text as="div" weight="medium" overflow="anywhere">
                <ForeignText text={group.name} />
              </Text>
              <Text as="div" tone="muted" className={styles.facts}>
                <SourceIcon provider={group.provider} kind="repository" size={12} hasName />
                <a className={styles.url} href={webHref(group.url)} target="_blank" rel="noreferrer">
                  {group.url}
                </a>
                <span>
                  {isComparing(group) ? (
                    t("list.comparing")
                  ) : group.compared_at === null ? (
                    t("list.notCompared")
                  ) : (
                    <>
                      {t("list.compared")} <RelativeTime at={group.compared_at} />
                    </>
                  )}
                </span>
                <GroupCounts group={group} />
                {group.access === "account" && <span>{t("list.account")}</span>}
                {group.access === "app" && <span>{t("list.app")}</span>}
                {group.has_webhook && <span>{t("list.webhook")}</span>}
              </Text>
              {group.room !== null && (
                <Text as="p" size="small">
                  {group.room}
                </Text>
              )}
              {group.error !== null && !isComparing(group) && (
                <p className={group.state === "failed" ? styles.error : styles.waiting} role="status">
                  <ForeignText text={group.error} />
                </p>
              )}
            </Stack>
            {actions && (
              <div className={styles.actions}>
                <RowAction
                  icon={<RefreshIcon />}
                  name={t("list.compareName", { name: group.name })}
                  text={t("list.buttons.compare")}
                  loading={isComparing(group)}
                  onClick={() => actions.onCompare(group)}
                />
                <RowAction
                  icon={<EditIcon />}
                  name={t("list.changeName", { name: group.name })}
                  text={t("list.buttons.change")}
                  onClick={() => actions.onChange(group)}
                />
                {group.can_have_webhook && (
                  <RowAction
                    icon={<FeedIcon />}
                    name={t("list.webhookName", { name: group.name })}
                    text={t("list.buttons.webhook")}
                    onClick={() => actions.onWebhook(group)}
                  />
                )}
                <RowAction
                  icon={<TrashIcon />}
                  name={t("list.removeName", { name: group.name })}
                  text={t("list.buttons.remove")}
                  onClick={() => actions.onRemove(group)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
