import { useId } from "react";
import { DAY_ORDERS, type DayOrder } from "../../../contract/sources/importRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Radio, RadioGroup } from "../ui/Radio.ts";

export interface ImportDayOrderProps {
  /** A date of the file that can be read in two ways. */
  example: string;
  /** What it means in each of the ways, ISO 8601. */
  meanings: Readonly<Record<DayOrder, string>>;
  /** Null until it is chosen. */
  order: DayOrder | null;
  onChange: (order: DayOrder) => void;
}

/** Which number of a date is the day: asked where the file does not show it. */
export function ImportDayOrder({ example, meanings, order, onChange }: ImportDayOrderProps) {
  const { t, format } = useTranslation("imports");
  const id = useId();
  return (
    <RadioGroup
      label={t("file.dayOrder", { example })}
      name={id}
      {...(order !== null && { selectedValue: order })}
      onChange={({ currentTarget: { value } }) => onChange(value === "month_first" ? "month_first" : "day_first")}
    >
      {DAY_ORDERS.map((one) => (
        <Radio key={one} value={one} label={t(`file.dayOrders.${one}`, { date: format.date(meanings[one]) })} />
      ))}
    </RadioGroup>
  );
}
