import type { ImportItem } from "../../../contract/sources/imports.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";

export interface ImportPreviewProps {
  rows: readonly {
    /** The line, or the number of the entry. */
    readonly place: number;
    /** Null for a row that is refused. */
    readonly item: ImportItem | null;
    readonly faults: readonly string[];
  }[];
}

/** The first rows as they will be, or why they are refused. */
export function ImportPreview({ rows }: ImportPreviewProps) {
  const { t, format } = useTranslation("imports");
  return (
    <Table label={t("file.preview")} size="small" maxHeight="16rem">
      <thead>
        <tr>
          <th scope="col">{t("file.place")}</th>
          <th scope="col">{t("file.fields.id")}</th>
          <th scope="col">{t("file.fields.title")}</th>
          <th scope="col">{t("file.fields.state")}</th>
          <th scope="col">{t("file.fields.author")}</th>
          <th scope="col">{t("file.fields.created_at")}</th>
          <th scope="col">{t("file.fields.labels")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, item, faults }) => (
          <tr key={place}>
            <th scope="row">{format.number(place)}</th>
            {item === null ? (
              <td colSpan={6}>
                <Text tone="danger" overflow="anywhere">
                  {faults.join("\n")}
                </Text>
              </td>
            ) : (
              <>
                <td>{item.id}</td>
                <td>
                  <Text overflow="anywhere">
                    <ForeignText text={item.title} />
                  </Text>
                </td>
                <td>{item.kind === "page" ? "" : t(`file.states.${item.state}`)}</td>
                <td>{item.author?.name ?? item.author?.id ?? ""}</td>
                <td>{format.date(item.created_at)}</td>
                <td>{format.list([...(item.labels ?? [])])}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
