import { useTranslation } from "../../i18n/useTranslation.ts";
import { columnOf, type IssueColumn } from "./issueColumns.ts";
import { Checkbox } from "../ui/Checkbox.ts";
import { PopoverButton } from "../ui/PopoverButton.tsx";
import { ColumnLayoutIcon } from "../ui/icons.ts";
import styles from "./ColumnPicker.module.css";

export interface ColumnPickerProps {
  columns: readonly IssueColumn[];
  available: readonly IssueColumn[];
  onColumns: (columns: IssueColumn[]) => void;
}

/** Selects the table's columns. Their order is fixed. */
export function ColumnPicker({ columns, available, onColumns }: ColumnPickerProps) {
  const { t } = useTranslation("issues");
  const toggle = (column: IssueColumn) =>
    onColumns(available.filter((other) => (other === column ? !columns.includes(other) : columns.includes(other))));
  return (
    <PopoverButton
      label={t("columns.label")}
      placement="bottom-end"
      button={{
        className: styles.columnsButton,
        variant: "outlined",
        icon: <ColumnLayoutIcon />,
        text: t("columns.label"),
      }}
      content={
        <ul className={styles.columns}>
          {available.map((column) => (
            <li key={column}>
              <Checkbox
                className={styles.column}
                checked={columns.includes(column)}
                disabled={columnOf(column).isFixed === true}
                label={t(`columns.${column}`)}
                onChange={() => toggle(column)}
              />
            </li>
          ))}
        </ul>
      }
    />
  );
}
