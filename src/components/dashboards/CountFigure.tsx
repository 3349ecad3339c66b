import { useTranslation } from "../../i18n/useTranslation.ts";
import { WeeklyBars } from "../charts/WeeklyBars.tsx";
import { Text } from "../ui/Text.tsx";

export interface CountFigureProps {
  count: number;
  /** Counting stopped early. */
  isCapped: boolean;
  /** What is counted in each part of the period; empty for a count of now. */
  parts: readonly { readonly name: string; readonly count: number }[];
  /** What the parts count: "Opened in each part of the period". */
  partsName: string;
}

/** How many there are, and how many in each part of the period. */
export function CountFigure({ count, isCapped, parts, partsName }: CountFigureProps) {
  const { t, format } = useTranslation("dashboards");
  const titles = parts.map((part) => t("count.part", { name: part.name, formatted: format.number(part.count) }));
  return (
    <>
      <Text as="p" size="title" weight="strong" isNumeric>
        {isCapped ? t("count.atLeast", { formatted: format.number(count) }) : format.number(count)}
      </Text>
      {parts.length > 0 && (
        <>
          <Text as="p" tone="muted" size="small">
            {partsName}
          </Text>
          <WeeklyBars
            label={`${partsName}: ${format.list(titles)}`}
            values={parts.map((part) => part.count)}
            titles={titles}
          />
        </>
      )}
    </>
  );
}
