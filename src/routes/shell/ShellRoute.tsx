import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation as useI18next } from "react-i18next";
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useParams,
  type UIMatch,
} from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { ErrorBoundary } from "../../components/patterns/ErrorBoundary.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Snackbar } from "../../components/shell/Snackbar.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import type { RouteHandle } from "../router.tsx";
import { areaOf } from "./areaOf.ts";
import { LayerBoundary } from "./LayerBoundary.tsx";
import { NavigationProgress } from "./NavigationProgress.tsx";
import { type PlanLimit, ShellHeader } from "./ShellHeader.tsx";
import { type Shortcuts, ShortcutsProvider } from "./openShortcuts.ts";
import styles from "./ShellRoute.module.css";
import { takeEarlyKeys } from "./takeEarlyKeys.ts";
import { useShellShortcuts } from "./useShellShortcuts.ts";
import { useSignOut } from "../session/useSignOut.ts";

const UpgradeDialog = lazyComponent(() => import("../../components/company/UpgradeDialog.tsx"), "UpgradeDialog");

const loadPalette = () => import("./ShellPalette.tsx");
const ShellPalette = lazyComponent(loadPalette, "ShellPalette");
const UnreadNotices = lazyComponent(() => import("../notifications/UnreadNotices.tsx"), "UnreadNotices");
const TrialNotice = lazyComponent(() => import("./TrialNotice.tsx"), "TrialNotice");
const IntegrationNotice = lazyComponent(() => import("./IntegrationNotice.tsx"), "IntegrationNotice");
const RestoreScroll = lazyComponent(() => import("./RestoreScroll.tsx"), "RestoreScroll");
const ShellShortcutsDialog = lazyComponent(() => import("./ShellShortcutsDialog.tsx"), "ShellShortcutsDialog");

/** After a change of screen focus moves to the new content, unless that has focused one of its elements. */
function useFocusOnScreenChange(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

type Layer = "palette" | "shortcuts" | null;

/** The first page of each document has the same key in the history: one that is typed would open at the scroll position of the page before. */
const scrollKeyOf = ({ key, pathname, search, hash }: Location): string =>
  key === "default" ? pathname + search + hash : key;

/** The palette or the list of shortcuts. Focus is restored when it closes. */
function useLayer() {
  const [layer, setLayer] = useState<Layer>(null);
  const opener = useRef<Element | null>(null);
  const [query, setQuery] = useState("");
  const { i18n } = useI18next();
  const open = useCallback((next: (now: Layer) => Layer) => {
    opener.current ??= document.activeElement;
    setLayer(next);
  }, []);
  useEffect(() => {
    // Prefetched, so that the first letters typed into it are not lost while it loads. Without requestIdleCallback it is loaded on demand.
    if (!("requestIdleCallback" in window)) return undefined;
    const idleHandle = requestIdleCallback(() => {
      void Promise.all([loadPalette(), i18n.loadNamespaces("palette")]).catch(() => undefined);
    });
    return () => cancelIdleCallback(idleHandle);
  }, [i18n]);
  useLayoutEffect(() => {
    const typed = takeEarlyKeys();
    if (typed === null) return;
    setQuery(typed);
    open(() => "palette");
  }, [open]);
  // Keys typed between opening the palette and the focus of its field are collected here.
  useEffect(() => {
    if (layer !== "palette") return undefined;
    const handleEarly = (event: KeyboardEvent): void => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || (event.target instanceof Element && event.target.matches("[role=dialog] input"))) return;
      event.preventDefault();
      event.stopPropagation();
      setQuery((typed) => typed + event.key);
    };
    window.addEventListener("keydown", handleEarly, { capture: true });
    return () => window.removeEventListener("keydown", handleEarly, { capture: true });
  }, [layer]);
  useEffect(() => {
    if (layer !== null) return;
    const before = opener.current;
    opener.current = null;
    // Focus that the command chosen from the palette has moved stays where it is.
    if (before instanceof HTMLElement) returnFocus(before);
  }, [layer]);
  return {
    layer,
    query,
    setQuery,
    openPalette: useCallback(() => {
      setQuery("");
      open((now) => (now === "palette" ? null : "palette"));
    }, [open]),
    openShortcuts: useCallback(() => open(() => "shortcuts"), [open]),
    closeLayer: useCallback(() => setLayer(null), []),
  };
}

/** The address of the screen: the tabs of a project or of the settings are one screen, which keeps the focus. */
function screenPath(matches: readonly UIMatch[], pathname: string): string {
  const screens = matches.slice(matches.findIndex(({ id }) => id === "screens") + 1);
  return screens.find(({ handle }) => !railOf(handle))?.pathname ?? pathname;
}

const railOf = (handle: unknown): RouteHandle["rail"] => (handle as RouteHandle | undefined)?.rail;

/** Parts that the page does not wait for; what could not be loaded is loaded again with the next page. */
function Quiet({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The layout of every signed-in page. After a sign-in as another user no state or request of the previous user's components remains. */
export const Component = observer(function ShellRoute() {
  const { token } = useStore().session;
  const [owner, setOwner] = useState(token);
  if (token !== null && token !== owner) setOwner(token);
  return <Shell key={owner} />;
});

const Shell = observer(function Shell() {
  const store = useStore();
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const matches = useMatches();
  const { slug } = useParams();
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const { layer, query, setQuery, openPalette, openShortcuts, closeLayer } = useLayer();
  useShellShortcuts({
    singleKeyEnabled: store.preferences.singleKeyEnabled,
    onPalette: openPalette,
    onHelp: openShortcuts,
  });
  const shortcuts = useMemo(
    (): Shortcuts => ({ open: openShortcuts, published: new Set(), commands: new Set() }),
    [openShortcuts],
  );
  const closeLimit = useCallback(() => setLimit(null), []);
  const main = useFocusOnScreenChange(screenPath(matches, pathname));

  const handleLogout = useSignOut();
  const Rail = matches.map(({ handle }) => railOf(handle)).find((rail) => rail !== undefined);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t("skipLink")}
      </a>
      <ShellHeader
        area={areaOf(matches.map(({ id }) => id))}
        searches={slug === undefined ? "all" : "project"}
        onPalette={openPalette}
        onLogout={handleLogout}
        onLimit={setLimit}
      />
      <NavigationProgress />
      <Quiet resetKey={pathname}>
        <TrialNotice />
      </Quiet>
      <div className={store.hasIntegrationWarning ? styles.warning : undefined}>
        <Quiet resetKey={pathname}>
          <IntegrationNotice />
        </Quiet>
      </div>
      <div className={styles.body} data-rail={Rail !== undefined || undefined}>
        {Rail && slug !== undefined && (
          <Quiet resetKey={pathname}>
            <Rail slug={slug} />
          </Quiet>
        )}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<Skeleton shape="cards" count={6} />}>
            <ShortcutsProvider value={shortcuts}>
              <Outlet />
            </ShortcutsProvider>
          </Suspense>
        </main>
      </div>
      <Snackbar snackbar={store.notifications.snackbar} />
      <LayerBoundary layer={limit} onFailed={closeLimit}>
        {limit && (
          <UpgradeDialog limit={limit} contactHref={hrefTo.support({ topic: "upgrade" })} onClose={closeLimit} />
        )}
      </LayerBoundary>
      <LayerBoundary layer={layer} onFailed={closeLayer}>
        {layer === "palette" && (
          <ShellPalette
            query={query}
            onQuery={setQuery}
            onClose={closeLayer}
            onLimit={setLimit}
            openShortcuts={openShortcuts}
            pageCommands={shortcuts.commands}
            onLogout={handleLogout}
          />
        )}
        {layer === "shortcuts" && <ShellShortcutsDialog published={shortcuts.published} onClose={closeLayer} />}
      </LayerBoundary>
      <Quiet resetKey={pathname}>
        <UnreadNotices />
        <RestoreScroll />
      </Quiet>
      <ScrollRestoration getKey={scrollKeyOf} />
    </div>
  );
});
