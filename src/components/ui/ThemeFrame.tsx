import { Classes, OverlaysProvider, PortalProvider } from "@blueprintjs/core";
import { useLayoutEffect, type ReactNode } from "react";
import { useEscapeToTopLayer } from "./useEscapeToTopLayer.ts";

export interface ThemeFrameProps {
  theme: "light" | "dark";
  children: ReactNode;
}

/**
 * Applies a theme to the whole page: the app and every story are mounted inside one. The class is set on the root element, so that portals
 * (dialogs, menus, toasts) follow as well; public/theme.js sets the same before the first paint.
 */
export function ThemeFrame({ theme, children }: ThemeFrameProps) {
  const isDark = theme === "dark";
  useLayoutEffect(() => {
    document.documentElement.classList.toggle(Classes.DARK, isDark);
    document.documentElement.style.colorScheme = theme;
  }, [isDark, theme]);
  // Blueprint's own provider combines these two with the hotkeys' dialog, which is unused here and would be part of the first load.
  return (
    <PortalProvider {...(isDark && { portalClassName: Classes.DARK })}>
      <OverlaysProvider>
        <Layers>{children}</Layers>
      </OverlaysProvider>
    </PortalProvider>
  );
}

/** What all layers of the page share. */
function Layers({ children }: Pick<ThemeFrameProps, "children">) {
  useEscapeToTopLayer();
  return children;
}
