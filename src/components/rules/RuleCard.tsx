import type { ReactNode, Ref } from "react";
import { RULES_FILE, isOfIssue } from "../../../contract/integrations/ruleKinds.ts";
import type { Rule, RuleAction } from "../../../contract/integrations/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EntryCard } from "../patterns/EntryCard.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { ActionList } from "./ActionList.tsx";

export interface RuleCardProps {
  rule: Rule;
  isSwitching: boolean;
  isTrying: boolean;
  failure: FormErrorInfo | null;
  onTurn: (isOn: boolean) => void;
  onDryRun: () => void;
  /** Left out for a rule of a file. */
  onEdit?: (() => void) | undefined;
  /** The button of `onEdit`, which gets the focus when its form closes. */
  editRef?: Ref<HTMLButtonElement>;
  onRemove?: (() => void) | undefined;
  /** The dry run and the log. */
  children: ReactNode;
}

/** What an action names. */
export const detailOf = (action: RuleAction): string => {
  switch (action.do) {
    case "label":
      return action.label;
    case "assign":
      return action.person;
    case "assign_expert":
      return "";
    case "comment":
      return action.text;
    case "notify":
      return action.people.join(", ");
    case "webhook":
      return action.webhook;
    case "mark":
      return action.mark;
  }
};

/** A rule: its effect, its state and the member whose account it acts with. */
export function RuleCard({
  rule,
  isSwitching,
  isTrying,
  failure,
  onTurn,
  onDryRun,
  onEdit,
  editRef,
  onRemove,
  children,
}: RuleCardProps) {
  const { t, format } = useTranslation("rules");
  const { name, when, days, search, metric, query, area, certainty, actions } = rule.definition;
  const { is_enabled: isOn, paused_reason: reason, enabled_by: by, enabled_at: since, last_run_at: last } = rule;
  return (
    <EntryCard
      title={name}
      headingLevel={4}
      badge={
        <Tag intent={isOn ? "success" : reason === null ? "none" : "warning"}>
          {t(isOn ? "on" : reason === null ? "off" : "paused")}
        </Tag>
      }
    >
      {reason !== null && <Callout intent="warning">{reason}</Callout>}
      <Text as="p">
        {when === "issue.stale" && days !== null
          ? t("staleFor", { count: days })
          : when === "search.matched" && search !== null
            ? t("matchesOf", { search })
            : t(`triggers.${when}`)}
      </Text>
      {query !== "" && <Text as="p">{t("summary.query", { query })}</Text>}
      {metric !== undefined && <Text as="p">{t("summary.metric", { metric: t(`metrics.${metric}`) })}</Text>}
      {area !== null && <Text as="p">{t(isOfIssue(when) ? "summary.area" : "summary.folder", { area })}</Text>}
      {certainty !== null && <Text as="p">{t(`summary.certainty.${certainty}`)}</Text>}
      <ActionList actions={actions.map((action) => ({ do: action.do, detail: detailOf(action) }))} />
      <Text as="p" size="small" tone="muted">
        {[
          ...(isOn && by !== null && since !== null ? [t("actsAs", { name: by, time: format.dateTime(since) })] : []),
          last === null ? t("neverRun") : t("lastRun", { time: format.dateTime(last) }),
          ...(rule.recent_actions > 0 ? [t("recent", { count: rule.recent_actions })] : []),
        ].join(" · ")}
      </Text>
      {rule.file !== null && (
        <Text as="p" size="small" tone="muted">
          {t("ofFile", { file: RULES_FILE, name: rule.file.name })}
        </Text>
      )}
      <Inline>
        <Button
          size="small"
          variant="outlined"
          text={t("dryRun")}
          aria-label={t("dryRunName", { name })}
          loading={isTrying}
          onClick={onDryRun}
        />
        {(isOn || rule.is_checked) && (
          <Button
            size="small"
            variant="outlined"
            text={t(isOn ? "turnOff" : "turnOn")}
            loading={isSwitching}
            onClick={() => onTurn(!isOn)}
          />
        )}
        {onEdit && <Button ref={editRef} size="small" variant="minimal" text={t("edit")} onClick={onEdit} />}
        {onRemove && <Button size="small" variant="minimal" intent="danger" text={t("remove")} onClick={onRemove} />}
      </Inline>
      {!isOn && !rule.is_checked && (
        <Text as="p" size="small" tone="muted">
          {t("needsDryRun")}
        </Text>
      )}
      <FormError title={t("changeFailed")} failure={failure} />
      {children}
    </EntryCard>
  );
}
