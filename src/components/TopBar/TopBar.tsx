import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from "@blueprintjs/core";
import {
  CaretDownIcon,
  CogIcon,
  FlashIcon,
  HelpIcon,
  LogOutIcon,
  MoonIcon,
  PlusIcon,
  ProjectsIcon,
} from "@blueprintjs/icons";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/useWords.ts";
import { Avatar } from "../Avatar/Avatar.tsx";
import { Logo } from "../Logo/Logo.tsx";
import styles from "./TopBar.module.css";

export interface TopBarHrefs {
  home: string;
  projects: string;
  wizard: string;
  settings: string;
  help: string;
  /** Left out where there is nothing to open. */
  insights?: string | undefined;
}

export interface TopBarProps {
  hrefs: TopBarHrefs;
  /** Null while it is being loaded. */
  user: { name: string; email: string } | null;
  theme: "light" | "dark";
  /** The address on screen, to mark where one is. */
  pathname: string;
  /** A plan that allows no further project, or no insights: asking for it explains instead. */
  onProjectLimit?: (() => void) | undefined;
  onInsightsLimit?: (() => void) | undefined;
  onToggleTheme: () => void;
  onLogout: () => void;
  /** Stands before the account: the bell. */
  children?: ReactNode;
}

/** The bar at the top of every signed-in page. */
export function TopBar(props: TopBarProps) {
  const { hrefs, user, theme, pathname, onProjectLimit, onInsightsLimit, onToggleTheme, onLogout, children } = props;
  const { t } = useWords("shell");
  const isIn = (href: string): boolean => pathname === href || pathname.startsWith(`${href}/`);
  return (
    <header className={styles.bar}>
      <a className={styles.home} href={hrefs.home} aria-label={t("homeLink")}>
        <Logo />
        <span className={styles.name} aria-hidden="true">
          {t("appName")}
        </span>
      </a>
      <nav className={styles.nav} aria-label={t("mainNav")}>
        <PopoverNext
          placement="bottom-start"
          arrow={false}
          content={
            <Menu aria-label={t("projects")}>
              <MenuItem icon={<ProjectsIcon />} text={t("viewAllProjects")} href={hrefs.projects} />
              {onProjectLimit ? (
                <MenuItem icon={<PlusIcon />} text={t("createProject")} onClick={onProjectLimit} />
              ) : (
                <MenuItem icon={<PlusIcon />} text={t("createProject")} href={hrefs.wizard} />
              )}
            </Menu>
          }
          renderTarget={({ isOpen, ref, className, ...target }) => (
            <Button
              {...target}
              ref={ref}
              className={className}
              variant="minimal"
              text={t("projects")}
              endIcon={<CaretDownIcon />}
              aria-haspopup="menu"
              aria-expanded={isOpen}
              active={isOpen || isIn(hrefs.projects)}
            />
          )}
        />
        {onInsightsLimit ? (
          <Button variant="minimal" text={t("insights")} onClick={onInsightsLimit} aria-haspopup="dialog" />
        ) : (
          hrefs.insights && (
            <a className={styles.link} href={hrefs.insights} aria-current={isIn(hrefs.insights) ? "page" : undefined}>
              {t("insights")}
            </a>
          )
        )}
      </nav>
      <div className={styles.end}>
        {children}
        <Button
          variant="minimal"
          icon={theme === "dark" ? <FlashIcon /> : <MoonIcon />}
          aria-label={theme === "dark" ? t("themeToLight") : t("themeToDark")}
          title={theme === "dark" ? t("themeToLight") : t("themeToDark")}
          onClick={onToggleTheme}
        />
        {user && (
          <PopoverNext
            placement="bottom-end"
            arrow={false}
            content={
              <Menu aria-label={t("account", { name: user.name })} className={styles.account}>
                <li className={styles.person} role="none">
                  <strong>{user.name}</strong>
                  <span>{user.email}</span>
                </li>
                <MenuDivider />
                <MenuItem icon={<CogIcon />} text={t("settings")} href={hrefs.settings} />
                <MenuItem icon={<HelpIcon />} text={t("help")} href={hrefs.help} />
                <MenuDivider />
                <MenuItem icon={<LogOutIcon />} text={t("logout")} onClick={onLogout} />
              </Menu>
            }
            renderTarget={({ isOpen, ref, className, ...target }) => (
              <Button
                {...target}
                ref={ref}
                className={`${className ?? ""} ${styles.avatar}`}
                variant="minimal"
                aria-label={t("account", { name: user.name })}
                aria-haspopup="menu"
                aria-expanded={isOpen}
              >
                <Avatar name={user.name} size={24} isDecorative />
              </Button>
            )}
          />
        )}
      </div>
    </header>
  );
}
