import type { JSX } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { CaretDownIcon } from "../ui/icons.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { ProjectMark } from "./ProjectMark.tsx";
import styles from "./ProjectSwitcher.module.css";

export interface ProjectSwitcherProps {
  /** Name of the project on screen. */
  name: string;
  /** Whether the mark alone is shown. */
  isCollapsed: boolean;
  /** The menu, rendered once it is open. */
  menu: JSX.Element;
}

/** The project on screen, as a button that opens the list of the others. */
export function ProjectSwitcher({ name, isCollapsed, menu }: ProjectSwitcherProps) {
  const { t } = useTranslation("project");
  return (
    <div className={styles.switcher} data-collapsed={isCollapsed || undefined} data-hint={name}>
      <MenuButton
        placement="bottom-start"
        button={{
          "aria-label": t("rail.switch", { name }),
          className: styles.button,
          children: (
            <>
              <ProjectMark name={name} />
              <span className={styles.name}>{name}</span>
              <Icon of={CaretDownIcon} className={styles.caret} />
            </>
          ),
        }}
        content={menu}
      />
    </div>
  );
}
