import type { CompanyHealth, SourceHealth } from "../../../contract/access/health.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { HealthStatusMark } from "./HealthStatusMark.tsx";
import { HealthComponentList } from "./HealthComponentList.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Table } from "../ui/Table.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";
import styles from "./HealthReport.module.css";

export interface HealthReportProps {
  health: CompanyHealth;
  isChecking?: boolean;
  /** The page that manages a project's sources. */
  sourcesHref: (slug: string) => string;
  newProjectHref: string;
  setupHref: string;
  onCheck: () => void;
  /** Copies the report; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

const INTENTS = { fresh: "success", late: "warning", failed: "danger", paused: "none", first: "primary" } as const;

/** Health of the installation: its parts, and each source's age against its objective. */
export function HealthReport({
  health,
  isChecking = false,
  sourcesHref,
  newProjectHref,
  setupHref,
  onCheck,
  onCopy,
}: HealthReportProps) {
  const { t, format } = useTranslation("settings");
  const { sources, others } = health;
  const objective = Math.round(health.objective_seconds / 60);
  return (
    <div className={styles.report}>
      <div className={styles.head}>
        <p className={styles.overall}>
          <HealthStatusMark state={health.state} hasWord />
        </p>
        <Text as="p" tone="muted" isNumeric>
          {t("health.version", { version: health.version })} ·{" "}
          {t("health.checked", { at: format.dateTime(health.checked_at) })}
        </Text>
        <Inline align="stretch">
          <Button size="small" text={t("health.check")} loading={isChecking} onClick={onCheck} />
          <CopyButton
            size="small"
            variant="minimal"
            text={t("health.copy")}
            onCopy={() => onCopy(JSON.stringify(health, null, 2))}
          />
        </Inline>
      </div>
      <HealthComponentList health={health} setupHref={setupHref} />
      {/* Not a landmark: the table inside has this name. */}
      <section className={styles.sources}>
        <h2>{t("health.sources")}</h2>
        <Text as="p" tone="muted" isNumeric>
          {t("health.objective", { count: objective, shown: format.number(objective) })}
        </Text>
        {others.total > 0 && (
          <InlineNotice>
            {t("health.others", {
              count: others.total,
              shown: format.number(others.total),
              late: format.number(others.late),
              failed: format.number(others.failed),
            })}
          </InlineNotice>
        )}
        {sources.length === 0 ? (
          <EmptyState
            title={t("health.noSources")}
            headingLevel={3}
            action={<a href={newProjectHref}>{t("health.newProject")}</a>}
          >
            {t("health.noSourcesText")}
          </EmptyState>
        ) : (
          <Table label={t("health.sources")}>
            <thead>
              <tr>
                <th scope="col">{t("health.column.source")}</th>
                <th scope="col">{t("health.column.project")}</th>
                <th scope="col">{t("health.column.state")}</th>
                <th scope="col">{t("health.column.read")}</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow key={source.id} source={source} href={sourcesHref(source.project.slug)} />
              ))}
            </tbody>
          </Table>
        )}
      </section>
    </div>
  );
}

function SourceRow({ source, href }: { source: SourceHealth; href: string }) {
  const { t } = useTranslation("settings");
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          <ForeignText text={source.name} />
        </span>
        <Text tone="muted">{t(`health.kind.${source.kind}`)}</Text>
        {source.error !== null && (
          <span className={styles.error}>
            <ForeignText text={source.error} />
          </span>
        )}
      </th>
      <td>
        <a href={href}>
          <ForeignText text={source.project.name} />
        </a>
      </td>
      <td>
        <Tag intent={INTENTS[source.verdict]}>{t(`health.verdict.${source.verdict}`)}</Tag>
      </td>
      <td>{source.finished_at === null ? t("health.never") : <RelativeTime at={source.finished_at} />}</td>
    </tr>
  );
}
