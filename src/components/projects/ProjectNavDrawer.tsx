import { PROJECT_TABS, type ProjectTab } from "../../domain/projectTabs.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Drawer } from "../ui/Drawer.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ProjectsIcon } from "../ui/icons.ts";
import { TAB_ICONS } from "./ProjectNav.tsx";
import styles from "./ProjectNavDrawer.module.css";

export interface ProjectNavDrawerProps {
  /** Name of the project. */
  name: string;
  current: ProjectTab;
  hrefOf: (tab: ProjectTab) => string;
  /** The page with all projects. */
  allHref: string;
  isOpen: boolean;
  onClose: () => void;
}

/** All tabs of a project on a phone, whose bar has the most used ones only. A link closes it. */
export function ProjectNavDrawer({ name, current, hrefOf, allHref, isOpen, onClose }: ProjectNavDrawerProps) {
  const { t } = useTranslation("project");
  const links = [
    ...PROJECT_TABS.map((tab) => ({ id: tab, icon: TAB_ICONS[tab], text: t(`tabs.${tab}`), href: hrefOf(tab) })),
    { id: "all", icon: ProjectsIcon, text: t("rail.all"), href: allHref },
  ];
  return (
    <Drawer isOpen={isOpen} title={name} onClose={onClose}>
      <nav className={styles.tabs} aria-label={t("rail.allParts")}>
        <ul>
          {links.map(({ id, icon, text, href }) => (
            <li key={id}>
              <a href={href} aria-current={id === current ? "page" : undefined} onClick={onClose}>
                <Icon of={icon} />
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  );
}
