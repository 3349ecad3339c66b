import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { Project } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { sourceKey, linkedSources, summarizeSyncs } from "../../domain/linkedSources.ts";
import { Tag } from "../ui/Tag.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ErrorIcon, TickCircleIcon } from "../ui/icons.ts";
import { TableGrid, TableGridRow } from "../ui/TableGrid.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ProjectTable.module.css";

export interface ProjectTableProps {
  projects: readonly Project[];
  /** Address of a project's page. */
  hrefOf: (slug: string) => string;
}

/** Lists with more rows are virtualized. In shorter ones the browser's own find-in-page works. */
const VIRTUAL_FROM = 100;
const ROW_HEIGHT = 68;
const SOURCES_SHOWN = 3;

/** The projects as a table, or as cards where it is narrow. */
export function ProjectTable({ projects, hrefOf }: ProjectTableProps) {
  const { t } = useTranslation("projects");
  const body = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setOffset(body.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const isVirtual = projects.length >= VIRTUAL_FROM;
  const virtualizer = useWindowVirtualizer({
    count: projects.length,
    enabled: isVirtual,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => projects[index]?.slug ?? index,
    overscan: 8,
    scrollMargin: offset,
  });
  const rows = virtualizer.getVirtualItems();
  const before = (rows[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? offset) - offset);

  return (
    <TableGrid
      label={t("list")}
      columns={(["name", "sources", "role", "issues", "sync"] as const).map((id) => ({ id, name: t(`column.${id}`) }))}
      tracks="minmax(0, 5fr) minmax(0, 5fr) 7rem 6rem minmax(0, 3fr)"
      cardTracks="minmax(0, 1fr) auto auto"
      cardsBelow="tablet"
      rowCount={projects.length}
      bodyRef={body}
    >
      {isVirtual && <div aria-hidden style={{ blockSize: before }} />}
      {isVirtual
        ? rows.map(({ index, key }) => {
            const project = projects[index];
            return (
              project && (
                <ProjectRow
                  key={key}
                  project={project}
                  index={index}
                  href={hrefOf(project.slug)}
                  measure={virtualizer.measureElement}
                />
              )
            );
          })
        : projects.map((project, index) => (
            <ProjectRow key={project.slug} project={project} index={index} href={hrefOf(project.slug)} />
          ))}
      {isVirtual && <div aria-hidden style={{ blockSize: after }} />}
    </TableGrid>
  );
}

interface ProjectRowProps {
  project: Project;
  index: number;
  href: string;
  measure?: ((row: Element | null) => void) | undefined;
}

function ProjectRow({ project, index, href, measure }: ProjectRowProps) {
  const { t } = useTranslation("projects");
  const { t: tStates } = useTranslation("states");
  const sources = linkedSources(project);
  // "1 more" would take the line that the one remaining source fits into.
  const shown = sources.length <= SOURCES_SHOWN ? SOURCES_SHOWN : SOURCES_SHOWN - 1;
  const hidden = sources.length - shown;
  return (
    <TableGridRow ref={measure} index={index} hasLink>
      <div role="rowheader" className={styles.name}>
        <a href={href}>
          <ForeignText text={project.name} />
        </a>
        <Text tone="muted" className={styles.by}>
          {t("createdBy", { name: project.created_by.name })}
        </Text>
      </div>
      <div role="cell" className={styles.sources}>
        {sources.length === 0 && <Text tone="muted">{t("noSources")}</Text>}
        <ul>
          {sources.slice(0, shown).map((source) => (
            <li key={sourceKey(source)}>
              <SourceIcon provider={source.provider} kind={source.kind} size={14} />
              <span>
                <ForeignText text={source.name} />
              </span>
            </li>
          ))}
          {hidden > 0 && (
            <Text as="li" tone="muted">
              {t("moreSources", { count: hidden })}
            </Text>
          )}
        </ul>
      </div>
      <div role="cell" className={styles.role}>
        <Tag>{tStates(`roles.${project.role}`)}</Tag>
      </div>
      <Text as="div" role="cell" tone="muted" className={styles.issues}>
        {project.open_issues !== undefined && t("openIssues", { count: project.open_issues })}
      </Text>
      <div role="cell" className={styles.sync}>
        <ProjectSyncState project={project} />
      </div>
    </TableGridRow>
  );
}

/** The sync state of a project, in one line. */
function ProjectSyncState({ project }: { project: Pick<Project, "repositories" | "trackers" | "wikis"> }) {
  const { t, format } = useTranslation("projects");
  const summary = summarizeSyncs(linkedSources(project));
  switch (summary.state) {
    case "none":
      return <Text tone="muted">{t("sync.none")}</Text>;
    case "queued":
      return <Text tone="muted">{t("sync.queued")}</Text>;
    case "running":
      return (
        <span>
          {summary.share === undefined
            ? t("sync.running")
            : t("sync.runningPercent", { percent: format.percent(summary.share) })}
        </span>
      );
    case "failed":
      return (
        <span className={styles.failed}>
          <Icon of={ErrorIcon} size={14} />
          {t("sync.failed", { count: summary.failed })}
        </span>
      );
    case "ready":
      return (
        <span className={styles.ready}>
          <Icon of={TickCircleIcon} size={14} />
          {summary.finishedAt === null ? t("sync.none") : <RelativeTime at={summary.finishedAt} />}
        </span>
      );
  }
}
