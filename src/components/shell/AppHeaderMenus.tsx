import { useTranslation } from "../../i18n/useTranslation.ts";
import { Menu, MenuDivider, MenuItem } from "../ui/Menu.ts";
import { CogIcon, HelpIcon, LogOutIcon, PlusIcon, ProjectsIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./AppHeaderMenus.module.css";

export interface ProjectsMenuProps {
  projectsHref: string;
  wizardHref: string;
  /** The plan allows no further project: called instead of the navigation, to explain the limit. */
  onProjectLimit?: (() => void) | undefined;
}

export function ProjectsMenu({ projectsHref, wizardHref, onProjectLimit }: ProjectsMenuProps) {
  const { t } = useTranslation("shell");
  return (
    <Menu aria-label={t("projects")}>
      <MenuItem icon={<ProjectsIcon />} text={t("viewAllProjects")} href={projectsHref} />
      {onProjectLimit ? (
        <MenuItem icon={<PlusIcon />} text={t("createProject")} onClick={onProjectLimit} />
      ) : (
        <MenuItem icon={<PlusIcon />} text={t("createProject")} href={wizardHref} />
      )}
    </Menu>
  );
}

export interface AccountMenuProps {
  user: { name: string; email: string };
  settingsHref: string;
  helpHref: string;
  /** The identity provider that a logout also signs out at. */
  signsOutAt?: string | undefined;
  onLogout: () => void;
}

export function AccountMenu({ user, settingsHref, helpHref, signsOutAt, onLogout }: AccountMenuProps) {
  const { t } = useTranslation("shell");
  return (
    <div className={styles.account}>
      <div className={styles.person}>
        <strong>{user.name}</strong>
        <Text tone="muted">{user.email}</Text>
      </div>
      <Menu aria-label={t("accountMenu")}>
        <MenuItem icon={<CogIcon />} text={t("settings")} href={settingsHref} />
        <MenuItem icon={<HelpIcon />} text={t("help")} href={helpHref} />
        <MenuDivider />
        <MenuItem
          icon={<LogOutIcon />}
          text={
            signsOutAt === undefined ? (
              t("logout")
            ) : (
              <>
                {t("logout")}
                <Text as="div" tone="muted" overflow="anywhere">
                  {t("logoutAt", { provider: signsOutAt })}
                </Text>
              </>
            )
          }
          multiline={signsOutAt !== undefined}
          onClick={onLogout}
        />
      </Menu>
    </div>
  );
}
