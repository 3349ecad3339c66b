import { TARGET_METRICS } from "../../../contract/insights/targetMetrics.ts";
import type { DryRunEntry, RuleRun } from "../../../contract/integrations/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Inline } from "../ui/Inline.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { ActionList, type ActionListProps } from "./ActionList.tsx";
import styles from "./RuleMatch.module.css";

export interface RuleMatchProps {
  at: string;
  /** Null where it is gone or restricted. */
  subject: DryRunEntry["subject"] | RuleRun["subject"];
  /** Its page; null for what has none. */
  href: string | null;
  actions: ActionListProps["actions"];
}

/** An event that fits a rule, with what the rule does about it. */
export function RuleMatch({ at, subject, href, actions }: RuleMatchProps) {
  const { t } = useTranslation("rules");
  const nameOf = ({ kind, key, title: of }: NonNullable<RuleMatchProps["subject"]>): string => {
    const metric = kind === "project" ? TARGET_METRICS.find((candidate) => candidate === key) : undefined;
    return metric === undefined ? `${key} ${of}`.trim() : t(`metrics.${metric}`);
  };
  const name = subject === null ? t("gone") : nameOf(subject);
  return (
    <li className={styles.match}>
      <Inline>
        {href === null ? <Text tone={subject === null ? "muted" : undefined}>{name}</Text> : <a href={href}>{name}</a>}
        <RelativeTime at={at} />
      </Inline>
      <ActionList actions={actions} />
    </li>
  );
}
