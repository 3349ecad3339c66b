import type { ReactNode } from "react";
import { DRY_RUN_DAYS } from "../../../contract/integrations/ruleKinds.ts";
import type { DryRun } from "../../../contract/integrations/rules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface DryRunResultProps {
  counts: Pick<DryRun, "count" | "actions" | "looked_at" | "is_cut" | "since">;
  /** The matches, with a button for more. */
  children: ReactNode;
}

/** What a rule would have done. */
export function DryRunResult({ counts, children }: DryRunResultProps) {
  const { t, format } = useTranslation("rules");
  const { count, actions, looked_at: looked, is_cut: isCut, since } = counts;
  return (
    <Stack gap={2}>
      <Text as="p" weight="strong">
        {t("dryTitle", { days: DRY_RUN_DAYS })}
      </Text>
      <Text as="p">{t("dryCount", { matches: count, actions, looked })}</Text>
      {isCut && <Text as="p">{t("dryCut", { looked })}</Text>}
      <Text as="p" size="small" tone="muted">
        {since === null ? t("dryHow") : t("drySince", { time: format.dateTime(since) })}
      </Text>
      {count === 0 && <Text as="p">{t("dryNothing")}</Text>}
      {children}
    </Stack>
  );
}
