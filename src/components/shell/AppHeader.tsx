import { Suspense, useEffect, type ReactNode } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Logo } from "../ui/Logo.tsx";
import { MenuButton } from "../ui/MenuButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CaretDownIcon, FlashIcon, MoonIcon, SearchIcon } from "../ui/icons.ts";
import { isApplePlatform } from "../ui/isApplePlatform.ts";
import { Kbd } from "../ui/Kbd.tsx";
import { PlainButton } from "../ui/PlainButton.tsx";
import styles from "./AppHeader.module.css";

/** The menus are loaded after the first paint, like their popovers. */
const loadMenus = () => import("./AppHeaderMenus.tsx");
const ProjectsMenu = lazyComponent(loadMenus, "ProjectsMenu");
const AccountMenu = lazyComponent(loadMenus, "AccountMenu");

export interface AppHeaderHrefs {
  home: string;
  projects: string;
  wizard: string;
  settings: string;
  help: string;
  insights: string;
}

export interface AppHeaderProps {
  hrefs: AppHeaderHrefs;
  /** Null while it loads. */
  user: { name: string; email: string; signs_out_at?: string | undefined } | null;
  theme: "light" | "dark";
  /** The current section of the app; null for one without an entry in the bar. */
  area: "projects" | "insights" | null;
  /** For a plan that allows no further project, or no insights: called instead of the navigation, to explain the limit. */
  onProjectLimit?: (() => void) | undefined;
  onInsightsLimit?: (() => void) | undefined;
  onToggleTheme: () => void;
  /** What a search in the palette covers. */
  searches: "project" | "all";
  /** Opens the command palette. */
  onPalette: () => void;
  onLogout: () => void;
  /** Shown before the theme and the account: the bell. */
  children?: ReactNode;
}

/** The top bar of every signed-in page. */
export function AppHeader(props: AppHeaderProps) {
  const {
    hrefs,
    user,
    theme,
    area,
    searches,
    onProjectLimit,
    onInsightsLimit,
    onToggleTheme,
    onPalette,
    onLogout,
    children,
  } = props;
  const { t } = useTranslation("shell");
  const themeLabel = theme === "dark" ? t("themeToLight") : t("themeToDark");
  useEffect(() => {
    loadMenus().catch(() => undefined); // a failed load is retried when a menu opens
  }, []);
  return (
    <header className={styles.bar}>
      <a className={styles.home} href={hrefs.home} aria-label={t("homeLink")}>
        <Logo />
        <span className={styles.name} aria-hidden="true">
          {t("appName")}
        </span>
      </a>
      <nav className={styles.nav} aria-label={t("mainNav")}>
        <MenuButton
          placement="bottom-start"
          button={{ text: t("projects"), endIcon: <CaretDownIcon />, active: area === "projects" }}
          content={
            <Suspense fallback={null}>
              <ProjectsMenu projectsHref={hrefs.projects} wizardHref={hrefs.wizard} onProjectLimit={onProjectLimit} />
            </Suspense>
          }
        />
        {onInsightsLimit ? (
          <Button variant="minimal" text={t("insights")} aria-haspopup="dialog" onClick={onInsightsLimit} />
        ) : (
          <a className={styles.link} href={hrefs.insights} aria-current={area === "insights" ? "page" : undefined}>
            {t("insights")}
          </a>
        )}
      </nav>
      <PlainButton
        tone="muted"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={onPalette}
      >
        <Icon of={SearchIcon} />
        <span className={styles.searchText}>{t(`palette.${searches}`)}</span>
        <span className={styles.key} aria-hidden="true">
          <Kbd name={t(isApplePlatform() ? "palette.keyMac" : "palette.key")} />
        </span>
      </PlainButton>
      <div className={styles.end}>
        {children}
        <Button
          variant="minimal"
          icon={theme === "dark" ? <FlashIcon /> : <MoonIcon />}
          aria-label={themeLabel}
          title={themeLabel}
          onClick={onToggleTheme}
        />
        {user && (
          <MenuButton
            placement="bottom-end"
            button={{
              "aria-label": user.name || t("accountMenu"),
              className: styles.avatar,
              children: <Avatar name={user.name} size={24} isDecorative />,
            }}
            content={
              <Suspense fallback={null}>
                <AccountMenu
                  user={user}
                  settingsHref={hrefs.settings}
                  helpHref={hrefs.help}
                  signsOutAt={user.signs_out_at}
                  onLogout={onLogout}
                />
              </Suspense>
            }
          />
        )}
      </div>
    </header>
  );
}
