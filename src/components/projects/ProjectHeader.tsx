import type { ReactNode } from "react";
import type { ProjectRole } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import styles from "./ProjectHeader.module.css";

export interface ProjectHeaderProps {
  name: string;
  /** The user's role in it. */
  role: ProjectRole;
  /** How fresh its sources are. It is the last in its line: what follows it would move with its text. */
  children?: ReactNode;
}

/** One line above each part of a project: its name, the user's role, and how fresh its sources are. */
export function ProjectHeader({ name, role, children }: ProjectHeaderProps) {
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  return (
    <header className={styles.header}>
      <h1 className={styles.name}>{name}</h1>
      <Tooltip text={t(`roleMay.${role}`)}>
        <Tag>{t("myRole", { role: tStates(`roles.${role}`) })}</Tag>
      </Tooltip>
      {children}
    </header>
  );
}
