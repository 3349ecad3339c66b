import type { KnowledgeFolder, KnowledgeMap } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { PathText } from "../ui/PathText.tsx";
import { ownerOf } from "./ownerColors.ts";
import { useTileLabels } from "./useTileLabels.ts";
import { Table } from "../ui/Table.tsx";
import styles from "./KnowledgeTable.module.css";

export interface KnowledgeTableProps {
  map: Pick<KnowledgeMap, "folders" | "people">;
  folder: string;
  hrefOf: (part: KnowledgeFolder) => string;
  personHref: (person: Pick<Person, "id" | "name">) => string;
}

/** The map as a table: the same parts, with everything that does not fit a tile. */
export function KnowledgeTable({ map: { folders, people }, folder, hrefOf, personHref }: KnowledgeTableProps) {
  const { t, format } = useTranslation("experts");
  const { nameOf, inside } = useTileLabels(people);
  const held = ({ person: id, share }: { person: string; share: number }) => (
    <span key={id}>
      <PersonName name={nameOf(id)} href={personHref({ id, name: nameOf(id) })} isUnderlined={false} />{" "}
      {format.percent(share)}
    </span>
  );
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
            const others = part.holders.filter((one) => one !== owner);
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
                  {others.length === 0 ? t("table.nobody") : others.map((one, at) => [at > 0 && ", ", held(one)])}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
