import type { ImportField } from "../../../contract/sources/importRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Select } from "../ui/Select.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ImportColumnTable.module.css";

export interface ImportColumnTableProps {
  columns: readonly {
    readonly name: string;
    readonly samples: readonly string[];
    /** Null: the column is left out. */
    readonly field: ImportField | null;
  }[];
  /** What a column may be. */
  fields: readonly ImportField[];
  onChange: (column: string, field: ImportField | null) => void;
}

/** The columns of a file with samples, and what each of them is. */
export function ImportColumnTable({ columns, fields, onChange }: ImportColumnTableProps) {
  const { t } = useTranslation("imports");
  const options = [
    { value: "none" as const, text: t("file.leftOut") },
    ...fields.map((field) => ({ value: field, text: t(`file.fields.${field}`) })),
  ];
  return (
    <Table label={t("file.columns")} maxHeight="18rem" size="small">
      <thead>
        <tr>
          <th scope="col">{t("file.column")}</th>
          <th scope="col">{t("file.samples")}</th>
          <th scope="col">{t("file.field")}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, samples, field }) => (
          <tr key={name}>
            <th scope="row">
              <Text overflow="anywhere">{name}</Text>
            </th>
            <td>
              <Text size="small" tone="muted" className={styles.samples}>
                {samples.join(" · ")}
              </Text>
            </td>
            <td>
              <Select
                aria-label={t("file.fieldOf", { column: name })}
                value={field ?? "none"}
                options={options}
                onValueChange={(value) => onChange(name, value === "none" ? null : value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
