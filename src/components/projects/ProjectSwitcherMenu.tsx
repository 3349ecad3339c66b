import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { ProjectsIcon, TickIcon } from "../ui/icons.ts";
import { Menu, MenuDivider, MenuItem } from "../ui/Menu.ts";
import { ProjectMark } from "./ProjectMark.tsx";

export interface SwitchableProject {
  readonly slug: string;
  readonly name: string;
  /** The same part of that project. */
  readonly href: string;
}

export interface ProjectSwitcherMenuProps {
  /** In the order of the menu; null while they load. */
  projects: readonly SwitchableProject[] | null;
  /** Slug of the project on screen. */
  current: string;
  /** Whether the list could not be loaded. */
  hasFailed?: boolean;
  /** The page with all projects. */
  allHref: string;
}

/** The projects last used, and the way to all of them. */
export function ProjectSwitcherMenu({ projects, current, hasFailed = false, allHref }: ProjectSwitcherMenuProps) {
  const { t } = useTranslation("project");
  return (
    <Menu aria-label={t("rail.projects")}>
      {hasFailed && <MenuItem disabled text={t("rail.failed")} />}
      {!hasFailed && projects === null && <MenuItem disabled text={t("rail.loading")} />}
      {projects?.map(({ slug, name, href }) => (
        <MenuItem
          key={slug}
          href={href}
          icon={<ProjectMark name={name} />}
          text={name}
          aria-current={slug === current || undefined}
          labelElement={slug === current ? <Icon of={TickIcon} /> : undefined}
        />
      ))}
      <MenuDivider />
      <MenuItem icon={<ProjectsIcon />} text={t("rail.all")} href={allHref} />
    </Menu>
  );
}
