import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Heatmap } from "../charts/Heatmap.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface HoursFigureProps {
  activity: InsightViews["activity"];
  /** Opens what happened in an hour, of which day 0 is Monday; omitted where there is nothing to open. */
  onOpen?: (of: "commits" | "issues", day: number, hour: number) => void;
}

/** Commits and opened issues by weekday and hour. */
export function HoursFigure({ activity, onOpen }: HoursFigureProps) {
  const { t } = useTranslation("insights");
  const names = { commits: t("views.activityCommits"), issues: t("views.activityIssues") };
  return (
    <Stack gap={4}>
      {(["commits", "issues"] as const).map((of) => (
        <Stack key={of} gap={3}>
          <Text as="p" size="small" tone="muted">
            {names[of]}
          </Text>
          <Heatmap label={names[of]} counts={activity[of]} onOpen={onOpen && ((day, hour) => onOpen(of, day, hour))} />
        </Stack>
      ))}
    </Stack>
  );
}
