import type { Person } from "../../../contract/fieldSchemas.ts";
import type { PersonArea, PersonKnowledge } from "../../../contract/people/personPage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Table } from "../ui/Table.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface PersonAreasProps {
  knowledge: Pick<PersonKnowledge, "areas" | "areas_total">;
  /** The experts of an area. */
  areaHref: (area: Pick<PersonArea, "repository" | "path">) => string;
  personHref: (person: Person) => string;
  /** Days of a period of the trend. */
  trendDays: number;
  /** Names of repositories by id, where the project has several. */
  repositoryNames?: Readonly<Record<string, string>>;
}

/** The parts of a project that a person knows: their share, the trend, and who else knows them. */
export function PersonAreas({
  knowledge: { areas, areas_total },
  areaHref,
  personHref,
  trendDays,
  repositoryNames = {},
}: PersonAreasProps) {
  const { t, format } = useTranslation("persons");
  const { t: tExperts } = useTranslation("experts");
  return (
    <PanelCard title={t("areas.title")} lead={t("areas.lead")}>
      {areas.length === 0 ? (
        <Text as="p" tone="muted">
          {t("areas.empty")}
        </Text>
      ) : (
        <Table label={t("areas.table")}>
          <thead>
            <tr>
              <th scope="col">{t("areas.area")}</th>
              <th scope="col" data-align="end">
                {t("areas.share")}
              </th>
              <th scope="col" data-align="end">
                {t("areas.rank")}
              </th>
              <th scope="col">{t("areas.trend", { days: trendDays })}</th>
              <th scope="col">{t("areas.deputies")}</th>
            </tr>
          </thead>
          <tbody>
            {areas.map((area) => (
              <tr key={`${area.repository}:${area.path}`}>
                <th scope="row">
                  <a href={areaHref(area)}>
                    <PathText path={area.path === "" || area.path === "*" ? t("areas.root") : area.path} />
                  </a>{" "}
                  {area.holding !== "shared" && (
                    <Tooltip text={tExperts(`holdingText.${area.holding}`)}>
                      {(described) => (
                        <Tag intent="warning" tabIndex={0} {...described}>
                          {tExperts(`holding.${area.holding}`)}
                        </Tag>
                      )}
                    </Tooltip>
                  )}
                  <Text as="div" size="small" tone="muted">
                    {[repositoryNames[area.repository], tExperts("map.files", { count: area.files })]
                      .filter((text) => text !== undefined)
                      .join(" · ")}
                  </Text>
                </th>
                <td data-align="end">{format.percent(area.share)}</td>
                <td data-align="end">{area.rank === null ? t("areas.unranked") : format.number(area.rank)}</td>
                <td>
                  <Trend area={area} />
                </td>
                <td>
                  {area.deputies.length === 0
                    ? t("areas.nobody")
                    : area.deputies.map((person, at) => (
                        <span key={person.id}>
                          {at > 0 && ", "}
                          <PersonName name={person.name} href={personHref(person)} isUnderlined={false} />
                        </span>
                      ))}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {areas_total > areas.length && (
        <Text as="p" size="small" tone="muted">
          {t("areas.more", { count: areas_total - areas.length })}
        </Text>
      )}
    </PanelCard>
  );
}

function Trend({ area: { commits, commits_before } }: { area: Pick<PersonArea, "commits" | "commits_before"> }) {
  const { t, format } = useTranslation("persons");
  const trend = commits > commits_before ? "rising" : commits < commits_before ? "falling" : "steady";
  const arrow = { rising: "↗", falling: "↘", steady: "→" }[trend];
  return (
    <>
      {format.number(commits)} <span aria-hidden="true">{arrow}</span>
      <span className="visually-hidden">{t(`areas.${trend}`)}</span>{" "}
      <Text size="small" tone="muted">
        {t("areas.before", { count: commits_before })}
      </Text>
    </>
  );
}
