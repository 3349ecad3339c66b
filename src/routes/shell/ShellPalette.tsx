import { observer } from "mobx-react-lite";
import { useParams, useNavigate } from "react-router-dom";
import { CommandPalette, type PaletteItem } from "../../components/shell/CommandPalette.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { nameContains } from "../../stores/nameContains.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { useSaveLanguage } from "../useLocale.ts";
import { type PaletteResult, usePaletteResults } from "./usePaletteResults.ts";

export interface ShellPaletteProps {
  /** The typed text: held by the parent, because users type while the palette loads. */
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  /** Called for what the plan does not allow, to explain the limit. */
  onLimit: (limit: "projects" | "insights") => void;
  onKeys: () => void;
  onLogout: () => void;
}

/** An item and its action: an address, or a function. */
interface Command extends PaletteItem {
  readonly to: string | (() => void);
}

/** Maximum of projects listed without a query. */
const RECENT = 5;
/** Maximum of names of projects that were not searched; further ones are counted. */
const MOST_NAMED = 3;

/** The command palette over data of the store and the host. Mounted while it is open. */
export const ShellPalette = observer(function Palette({
  query,
  onQuery,
  onClose,
  onLimit,
  onKeys,
  onLogout,
}: ShellPaletteProps) {
  const store = useStore();
  const { t, locale, format } = useTranslation("palette");
  const navigate = useNavigate();
  const { slug: here } = useParams();
  const saveLanguage = useSaveLanguage();
  const { projects, finds, notSearched, isLoading, hasFailed } = usePaletteResults(query, here);
  const text = query.trim();

  const screens: Command[] = [
    { id: "home", to: hrefTo.home() },
    { id: "projects", to: hrefTo.projects() },
    { id: "wizard", to: store.canCreateProject ? hrefTo.wizard() : () => onLimit("projects") },
    { id: "insights", to: store.plan.hasInsights ? hrefTo.insights() : () => onLimit("insights") },
    { id: "settings", to: hrefTo.settings() },
    { id: "integrations", to: hrefTo.settings("integrations") },
    { id: "help", to: hrefTo.help() },
    { id: "support", to: hrefTo.support() },
  ].map(({ id, to }) => ({
    id: `screen ${id}`,
    group: "screens",
    title: t(`screen.${id as "home"}`),
    to,
  }));
  const language = locale === "tr" ? "EN" : "TR";
  const actions: Command[] = [
    { id: "theme", title: t(store.theme.value === "dark" ? "themeToLight" : "themeToDark"), to: store.theme.toggle },
    { id: "language", title: t(`languageTo${language}`), to: () => saveLanguage(language) },
    { id: "keys", title: t("keys"), to: onKeys },
    { id: "logout", title: t("logout"), to: onLogout },
  ].map(({ id, title, to }) => ({ id: `action ${id}`, group: "actions", title, to }));

  const { lastUse } = store.preferences;
  const named = projects
    .filter(({ name, slug }) => nameContains(name, text) || nameContains(slug, text))
    .toSorted((a, b) => lastUse(b) - lastUse(a));
  const projectItems: Command[] = (text === "" ? named.slice(0, RECENT) : named).map(({ slug, name }) => ({
    id: `project ${slug}`,
    group: "projects",
    title: name,
    to: hrefTo.project(slug),
  }));
  const projectPages: Command[] = named.slice(0, RECENT).flatMap(({ slug, name }) => [
    { id: `issues ${slug}`, group: "screens", title: t("issuesOf", { project: name }), to: hrefTo.issues(slug) },
    {
      id: `settings ${slug}`,
      group: "screens",
      title: t("settingsOf", { project: name }),
      to: hrefTo.projectTab(slug, "settings"),
    },
  ]);
  const found: Command[] = finds.map(commandOf);
  const searches: Command[] =
    text === ""
      ? []
      : [
          ...(here === undefined
            ? []
            : [
                {
                  id: "here",
                  title: t("searchHere", { query: text }),
                  to: hrefTo.project(here, { q: text }),
                },
              ]),
          {
            id: "all",
            title: t("searchAll", { query: text }),
            to: hrefTo.home({ q: text }),
          },
        ].map(({ id, title, to }) => ({ id: `search ${id}`, group: "search", title, to }));

  const others = notSearched.length - MOST_NAMED;
  const left = format.list([
    ...notSearched.slice(0, MOST_NAMED),
    ...(others > 0 ? [t("otherProjects", { count: others })] : []),
  ]);

  const fits = ({ title }: Command): boolean => text.split(/\s+/).every((word) => nameContains(title, word));
  const items = [
    ...projectItems,
    ...unique(found),
    ...[...screens, ...projectPages].filter(fits),
    ...actions.filter(fits),
    ...searches,
  ];

  const choose = (id: string): void => {
    onClose();
    const to = items.find((item) => item.id === id)?.to;
    if (typeof to === "string") void navigate(to);
    else to?.();
  };

  return (
    <CommandPalette
      isOpen
      query={query}
      items={items}
      isLoading={isLoading}
      note={hasFailed ? t("failed") : left === "" ? undefined : t("notSearched", { list: left })}
      onQuery={onQuery}
      onChoose={choose}
      onClose={onClose}
    />
  );
});

/** A result and its address: an issue with its evidence, a person with what they hold, a file at its own page. */
function commandOf({ kind, id, title, path, source, project }: PaletteResult): Command {
  const at = { detail: project.name, id: `${kind} ${project.slug} ${id} ${path ?? ""}` };
  if (kind === "issue") return { ...at, group: "issues", title, to: hrefTo.assistance(project.slug, id) };
  if (kind === "person") return { ...at, group: "people", title, to: hrefTo.person(project.slug, { id, title }) };
  return {
    ...at,
    group: "files",
    title: path ?? title,
    to:
      path === null || source === null
        ? hrefTo.project(project.slug, { q: title })
        : hrefTo.document(project.slug, { source, path }),
  };
}

/** Several lines of a file may match; the file is one target. */
const unique = (items: readonly Command[]): Command[] => [...new Map(items.map((item) => [item.id, item])).values()];
