import type { ComponentType } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { BookIcon, CalendarIcon, GitBranchIcon, GitRepoIcon, IssueIcon, type SVGIconProps } from "../ui/icons.ts";
import styles from "./SourceIcon.module.css";

export type SourceProvider =
  "github" | "gitlab" | "bitbucket" | "git" | "jira" | "confluence" | "google_calendar" | "outlook_calendar";

/** Icons of kinds of source rather than brand marks: those belong to their owners and say less about the kind. */
const ICONS: Record<SourceProvider, ComponentType<SVGIconProps>> = {
  github: GitRepoIcon,
  gitlab: GitRepoIcon,
  bitbucket: GitRepoIcon,
  git: GitBranchIcon,
  jira: IssueIcon,
  confluence: BookIcon,
  google_calendar: CalendarIcon,
  outlook_calendar: CalendarIcon,
};

export interface SourceIconProps {
  provider: SourceProvider;
  /** The kind of source, where a host has two. */
  kind?: "repository" | "tracker" | "wiki";
  size?: number;
  /** Show the provider's name next to the icon. */
  hasName?: boolean;
}

/** The origin of something: an icon for its kind, and the provider's name for screen readers. */
export function SourceIcon({ provider, kind, size = 16, hasName = false }: SourceIconProps) {
  const { t } = useTranslation("states");
  const Icon = kind === "tracker" ? IssueIcon : kind === "wiki" ? BookIcon : ICONS[provider];
  const name = t(`sources.${provider}`);
  return (
    <span className={styles.source} title={hasName ? undefined : name}>
      <Icon size={size} aria-hidden={true} />
      <span className={hasName ? undefined : "visually-hidden"}>{name}</span>
    </span>
  );
}
