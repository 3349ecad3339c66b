import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ScatterPlot } from "../charts/ScatterPlot.tsx";
import { NothingInPeriod } from "./NothingInPeriod.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";

export interface ControlFigureProps {
  control: InsightViews["control"];
  /** Lead times over the whole period in hours, for the guide lines; null where there are too few issues. */
  median: number | null;
  p90: number | null;
  hrefOf: (issue: InsightViews["control"][number]) => string;
}

/** A point for each closed issue, which is linked to it. */
export function ControlFigure({ control, median, p90, hrefOf }: ControlFigureProps) {
  const { t } = useTranslation("insights");
  const { hours } = useInsightFormats();
  if (control.length === 0) return <NothingInPeriod />;
  const guides = Object.entries({ median, p90 }).flatMap(([part, value]) =>
    value === null ? [] : [{ name: t(`series.${part as "median" | "p90"}`), value }],
  );
  return (
    <ScatterPlot
      label={t("views.control")}
      points={control.map((issue) => {
        const { id, key, title, closed_at: closedAt, hours: value } = issue;
        return { id, title: `${key} ${title}`, at: Date.parse(closedAt), value, href: hrefOf(issue) };
      })}
      guides={guides}
      form={hours}
    />
  );
}
