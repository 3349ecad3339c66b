import { GLOBALS_UPDATED, SET_GLOBALS } from "storybook/internal/core-events";
import { addons, types } from "storybook/manager-api";
import { BRAND, themeNamed } from "./brand.ts";
import { BothThemes } from "./BothThemes.tsx";

addons.setConfig({
  theme: window.matchMedia("(prefers-color-scheme: dark)").matches ? BRAND.dark : BRAND.light,
  sidebar: { showRoots: true },
});

const PANEL = "clew/both-themes";

addons.register("clew/workshop", (api) => {
  addons.add(PANEL, {
    type: types.PANEL,
    title: "Both themes",
    render: ({ active }) => <BothThemes isShown={active === true} />,
  });
  // The frame follows the theme that the toolbar gives the story.
  const follow = ({ globals }: { globals: { theme?: unknown } }): void => {
    api.setOptions({ theme: BRAND[themeNamed(globals.theme)] });
  };
  api.on(SET_GLOBALS, follow);
  api.on(GLOBALS_UPDATED, follow);
});
