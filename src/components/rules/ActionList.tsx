import type { DryRunEntry, RuleRun } from "../../../contract/integrations/rules.ts";
import { RULE_ACTIONS } from "../../../contract/integrations/ruleKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface ActionListProps {
  /** With a state, what a rule has done; without one, what it does or would have done. */
  actions: readonly (Pick<DryRunEntry["actions"][number], "do" | "detail"> &
    Partial<Pick<RuleRun["actions"][number], "state" | "text" | "reason">>)[];
}

const INTENTS = { waiting: "none", done: "success", refused: "danger", unknown: "warning", discarded: "none" } as const;

/** Actions of a rule, each with its outcome. */
export function ActionList({ actions }: ActionListProps) {
  const { t } = useTranslation("rules");
  const wordsOf = (kind: string, detail: string): string => {
    const known = RULE_ACTIONS.find((one) => one === kind);
    if (known === undefined) return detail;
    return known === "assign_expert" && detail === "" ? t("anyExpert") : t(`done.${known}`, { detail });
  };
  return (
    <ul>
      {actions.map(({ do: kind, detail, state, text, reason }, position) => {
        const notes = [reason, text].flatMap((note) => note ?? []);
        return (
          <li key={`${position} ${kind}`}>
            <Inline>
              {state !== undefined && <Tag intent={INTENTS[state]}>{t(`states.${state}`)}</Tag>}
              <Text overflow="anywhere">{wordsOf(kind, detail)}</Text>
            </Inline>
            {notes.map((note) => (
              <Text key={note} as="p" size="small" tone="muted" overflow="anywhere">
                {note}
              </Text>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
