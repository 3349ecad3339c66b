import { useId } from "react";
import type { KnowledgeMap } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./DepartureImpactPanel.module.css";

export interface DepartureImpactPanelProps {
  leaving: NonNullable<KnowledgeMap["leaving"]>;
  /** Truck factor before the departure. */
  truckFactor: number;
  hrefOf: (repository: string, path: string) => string;
  personHref: (person: Person) => string;
  /** False where the heading is around it. */
  hasHeading?: boolean;
}

/** What is lost when a person leaves, and who is the nearest successor. */
export function DepartureImpactPanel({
  leaving,
  truckFactor,
  hrefOf,
  personHref,
  hasHeading = true,
}: DepartureImpactPanelProps) {
  const { t, format } = useTranslation("experts");
  const id = useId();
  const { person, files, folders, issues, truck_factor } = leaving;
  return (
    <section
      {...(hasHeading ? { "aria-labelledby": id } : { "aria-label": t("departure.title", { name: person.name }) })}
    >
      {hasHeading && (
        <Text as="h3" size="large" weight="strong" id={id}>
          {t("departure.title", { name: person.name })}
        </Text>
      )}
      {/* The sentence alone is announced, without the table. */}
      <p className={styles.text} role="status">
        {t("departure.files", { count: files })} {t("departure.truck", { from: truckFactor, to: truck_factor })}{" "}
        {issues > 0 && t("departure.issues", { count: issues })}
      </p>
      {folders.length > 0 && (
        <Table label={t("departure.folders")}>
          <thead>
            <tr>
              <th scope="col">{t("departure.folder")}</th>
              <th scope="col" data-align="end">
                {t("departure.lost")}
              </th>
              <th scope="col">{t("departure.next")}</th>
            </tr>
          </thead>
          <tbody>
            {folders.map(({ repository, path, files: count, next }) => (
              <tr key={`${repository}:${path}`}>
                <th scope="row">
                  <a href={hrefOf(repository, path)}>
                    {path === "" ? t("departure.root") : <ForeignText text={path} />}
                  </a>
                </th>
                <td data-align="end">{format.number(count)}</td>
                <td>
                  {next ? (
                    <PersonName name={next.name} href={personHref(next)} isUnderlined={false} />
                  ) : (
                    t("departure.nobody")
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
