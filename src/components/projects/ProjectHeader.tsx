import type { ProjectRole } from "../../../contract/projects.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SourceStates } from "./SourceStates.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import styles from "./ProjectHeader.module.css";

export interface ProjectHeaderProps {
  name: string;
  /** The user's role in it. */
  role: ProjectRole;
  sources: readonly LinkedSource[];
}

/** One line above each part of a project: its name, the user's role, and how fresh its sources are. */
export function ProjectHeader({ name, role, sources }: ProjectHeaderProps) {
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  return (
    <header className={styles.header}>
      <h1 className={styles.name}>{name}</h1>
      <Tooltip text={t(`roleMay.${role}`)}>
        <Tag>{t("myRole", { role: tStates(`roles.${role}`) })}</Tag>
      </Tooltip>
      {sources.length > 0 && (
        <Text as="div" tone="muted" size="small" className={styles.sources}>
          <SourceStates sources={sources} />
        </Text>
      )}
    </header>
  );
}
