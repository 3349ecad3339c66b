import type { DryRunEntry, RuleRun } from "../../../contract/rules.ts";
import { RULE_ACTIONS } from "../../../contract/ruleKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface ActionListProps {
  /** With a state, what a rule has done; without one, what it does or would have done. */
  actions: readonly (DryRunEntry["actions"][number] & Partial<Pick<RuleRun["actions"][number], "state" | "text">>)[];
}

const INTENTS = { waiting: "none", done: "success", refused: "danger", unknown: "warning", discarded: "none" } as const;

/** Actions of a rule, each with what became of it. */
export function ActionList({ actions }: ActionListProps) {
  const { t } = useTranslation("rules");
  return (
    <ul>
      {actions.map(({ do: kind, detail, state, text }, position) => {
        const known = RULE_ACTIONS.find((one) => one === kind);
        return (
          <li key={`${position} ${kind}`}>
            <Inline>
              {state !== undefined && <Tag intent={INTENTS[state]}>{t(`states.${state}`)}</Tag>}
              <Text overflow="anywhere">{known === undefined ? detail : t(`done.${known}`, { detail })}</Text>
            </Inline>
            {text !== undefined && text !== null && (
              <Text as="p" size="small" tone="muted" overflow="anywhere">
                {text}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
