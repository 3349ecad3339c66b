import { Classes } from "@blueprintjs/core";
import axe from "axe-core";
import { waitForAnimations } from "storybook/preview-api";
import { themeNamed } from "./brand.ts";

/** The rules of axe whose answer depends on colours; a theme changes nothing else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What Storybook gives to a hook after a story, as far as it is read here. */
interface FinishedStory {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly parameters: { readonly a11y?: { readonly test?: string; readonly config?: axe.Spec } };
}

/** The root and the portals outside of it: what `ThemeFrame` gives the class of a theme to. */
const themedElements = (): Element[] => [document.documentElement, ...document.querySelectorAll(`.${Classes.PORTAL}`)];

/**
 * Checks the colours of a story in the dark theme, in the state that its play function left, and puts the light theme back.
 * A theme is a class and sets colours alone, so a second mount would show the same elements.
 * @throws Error that names each element with too little contrast
 */
export async function checkInDark({ globals, parameters }: FinishedStory): Promise<void> {
  const { test, config } = parameters.a11y ?? {};
  if (themeNamed(globals["theme"]) === "dark" || test === "off") return;
  const themed = themedElements();
  const { colorScheme } = document.documentElement.style;
  for (const element of themed) element.classList.add(Classes.DARK);
  document.documentElement.style.colorScheme = "dark";
  try {
    await waitForAnimations();
    axe.reset();
    if (config) axe.configure(config);
    const { violations } = await axe.run(document.body, { runOnly: COLOUR_RULES, resultTypes: ["violations"] });
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
    if (faults.length > 0) throw new Error(`In the dark theme:\n${faults.join("\n")}`);
  } finally {
    for (const element of themed) element.classList.remove(Classes.DARK);
    document.documentElement.style.colorScheme = colorScheme;
  }
}
