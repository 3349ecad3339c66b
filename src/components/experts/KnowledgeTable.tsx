import type { KnowledgeFolder, KnowledgeMap } from "../../../contract/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PathText } from "../ui/PathText.tsx";
import { ownerOf } from "./ownerColors.ts";
import { useTileLabels } from "./useTileLabels.ts";
import { Table } from "../ui/Table.tsx";
import styles from "./KnowledgeTable.module.css";

export interface KnowledgeTableProps {
  map: Pick<KnowledgeMap, "folders" | "people">;
  folder: string;
  hrefOf: (part: KnowledgeFolder) => string;
}

/** The map as a table: the same parts, with everything that does not fit a tile. */
export function KnowledgeTable({ map: { folders, people }, folder, hrefOf }: KnowledgeTableProps) {
  const { t, format } = useTranslation("experts");
  const { nameOf, inside } = useTileLabels(people);
  const held = ({ person, share }: { person: string; share: number }) => `${nameOf(person)} ${format.percent(share)}`;
  return (
    <div className={styles.parts}>
      <Table label={t("map.title")} isFixed>
        <thead>
          <tr>
            <th scope="col">{t("table.folder")}</th>
            <th scope="col" data-align="end">
              {t("table.files")}
            </th>
            <th scope="col">{t("table.holding")}</th>
            <th scope="col">{t("table.owner")}</th>
            <th scope="col">{t("table.next")}</th>
          </tr>
        </thead>
        <tbody>
          {folders.map((part) => {
            const owner = ownerOf(part);
            return (
              <tr key={part.id} data-holding={part.holding}>
                <th scope="row">
                  <a href={hrefOf(part)}>
                    <PathText path={inside(folder, part.path)} />
                  </a>
                </th>
                <td data-align="end">{format.number(part.files)}</td>
                <td>
                  {t(`holding.${part.holding}`)}
                  <span className="visually-hidden">: {t(`holdingText.${part.holding}`)}</span>
                </td>
                <td>{owner ? held(owner) : t("table.nobody")}</td>
                <td>
                  {part.holders
                    .filter((one) => one !== owner)
                    .map(held)
                    .join(", ") || t("table.nobody")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
