import { useMemo } from "react";
import { readTable } from "../../domain/codeFile.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";

export interface CsvTableProps {
  text: string;
  label: string;
}

/** A file of separated values as a table; its first row is the head. */
export function CsvTable({ text, label }: CsvTableProps) {
  const { t } = useTranslation("code");
  const { rows, isCut } = useMemo(() => readTable(text), [text]);
  const [head = [], ...body] = rows;
  return (
    <>
      <Table label={label} size="small" isStriped maxHeight="calc(100dvb - 12rem)">
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {isCut && (
        <Text as="p" size="small" tone="muted">
          {t("file.tableCut")}
        </Text>
      )}
    </>
  );
}
