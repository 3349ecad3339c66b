import type { ReactNode } from "react";
import { DRY_RUN_DAYS } from "../../../contract/ruleKinds.ts";
import type { DryRun } from "../../../contract/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface DryRunResultProps {
  counts: Pick<DryRun, "count" | "actions" | "looked_at" | "is_cut">;
  /** What the rule reacts to is kept in no history. */
  hasHistory: boolean;
  /** The matches, with a button for more. */
  children: ReactNode;
}

/** What a rule would have done. */
export function DryRunResult({ counts, hasHistory, children }: DryRunResultProps) {
  const { t } = useTranslation("rules");
  const { count, actions, looked_at: looked, is_cut: isCut } = counts;
  return (
    <Stack gap={2}>
      <Text as="p" weight="strong">
        {t("dryTitle", { days: DRY_RUN_DAYS })}
      </Text>
      {hasHistory ? (
        <>
          <Text as="p">{t("dryCount", { matches: count, actions, looked })}</Text>
          {isCut && <Text as="p">{t("dryCut", { looked })}</Text>}
          <Text as="p" size="small" tone="muted">
            {t("dryHow")}
          </Text>
          {count === 0 && <Text as="p">{t("dryNothing")}</Text>}
        </>
      ) : (
        <Text as="p">{t("dryNoHistory")}</Text>
      )}
      {children}
    </Stack>
  );
}
