import { DocsContainer, type DocsContainerProps } from "@storybook/addon-docs/blocks";
import { useEffect, useState, type PropsWithChildren } from "react";
import { GLOBALS_UPDATED, SET_GLOBALS } from "storybook/internal/core-events";
import { addons } from "storybook/preview-api";
import { ThemeFrame } from "../src/components/ui/ThemeFrame.tsx";
import { BRAND, type ThemeName, themeNamed } from "./brand.ts";

interface Globals {
  readonly globals: { readonly theme?: unknown };
}

/**
 * The theme of the toolbar. A page of a component reads it from the context of its first story, because stories in frames send messages on
 * the same channel; a page without a story reads the channel's last message.
 */
function themeOf(context: DocsContainerProps["context"]): ThemeName {
  try {
    return themeNamed(context.getStoryContext(context.storyById()).globals["theme"]);
  } catch {
    const channel = addons.getChannel();
    const [last] = (channel.last(GLOBALS_UPDATED) ?? channel.last(SET_GLOBALS) ?? []) as (Globals | undefined)[];
    return themeNamed(last?.globals.theme);
  }
}

/** A documentation page in the theme of the toolbar; without it only the stories on a page become dark. */
export function ThemedDocs({ children, context }: PropsWithChildren<DocsContainerProps>) {
  const [theme, setTheme] = useState(() => themeOf(context));
  useEffect(() => {
    const channel = addons.getChannel();
    const follow = (): void => setTheme(themeOf(context));
    channel.on(GLOBALS_UPDATED, follow);
    return () => channel.off(GLOBALS_UPDATED, follow);
  }, [context]);
  return (
    <ThemeFrame theme={theme}>
      {/* A new theme remounts the page: stories in frames read theirs from it when they load. */}
      <DocsContainer key={theme} context={context} theme={BRAND[theme]}>
        {children}
      </DocsContainer>
    </ThemeFrame>
  );
}
