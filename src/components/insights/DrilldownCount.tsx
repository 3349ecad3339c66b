import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";

export interface DrilldownCountProps {
  count: number;
  /** What the number counts. */
  name: string;
  onOpen: () => void;
}

/** A number that opens its drill-down. */
export function DrilldownCount({ count, name, onOpen }: DrilldownCountProps) {
  const { t, format } = useTranslation("charts");
  return (
    <Button
      variant="minimal"
      size="small"
      text={format.number(count)}
      aria-label={t("table.open", { count, name })}
      onClick={onOpen}
    />
  );
}
