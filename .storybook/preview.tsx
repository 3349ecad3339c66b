import type { Preview } from "@storybook/react-vite";
import type { ResourceKey } from "i18next";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { configure } from "storybook/test";
import { ThemeFrame } from "../src/components/ui/ThemeFrame.tsx";
import { ClockProvider } from "../src/components/ui/ClockProvider.tsx";
import { NAMESPACES } from "../src/i18n/resources.ts";
import { createI18n, localeOf, type Catalogues, type Locale } from "../src/i18n/i18n.ts";
import "../src/theme/styles.ts";
import "./docs.css";
import { type ThemeName, themeNamed } from "./brand.ts";
import { ComponentPage } from "./ComponentPage.tsx";
import { checkInDark } from "./darkCheck.ts";
import { modes, PSEUDO_LOCALE } from "./modes.ts";
import { readableArgTypes } from "./readableArgTypes.ts";
import { ThemedDocs } from "./ThemedDocs.tsx";
import { VIEWPORTS } from "./viewports.ts";

/** The fixed clock of every story: fixtures are older, so that "3 days ago" does not change. */
const STORY_NOW = "2026-03-02T09:00:00Z";

// Timeout of queries in stories, in milliseconds: the default of one second is too short on a loaded machine.
configure({ asyncUtilTimeout: 10_000 });

/** With the generated locale, which the app does not have. */
const CATALOGUES: Catalogues = import.meta.glob<ResourceKey>("../src/i18n/locales/*/*.json", { import: "default" });
const storyLocale = (chosen: unknown): Locale =>
  chosen === PSEUDO_LOCALE ? (PSEUDO_LOCALE as Locale) : localeOf(String(chosen));

/** One instance a language: stories of both languages share a page of documentation. */
const translations = new Map<Locale, ReturnType<typeof createI18n>>();
const translationOf = (locale: Locale): ReturnType<typeof createI18n> => {
  const known = translations.get(locale) ?? createI18n(locale, NAMESPACES, CATALOGUES);
  translations.set(locale, known);
  return known;
};

/** The document that contains this frame; null for none, and for one of another origin. */
function pageAround(): Document | null {
  try {
    return window.parent === window ? null : window.parent.document;
  } catch {
    return null;
  }
}

/** Storybook does not pass the toolbar's selection to frames on a documentation page, so the frame reads it from the parent document. */
function themeOf(chosen: unknown): ThemeName {
  const around = pageAround()?.querySelector("#storybook-docs:not([hidden])");
  if (!around) return themeNamed(chosen);
  return around.ownerDocument.documentElement.classList.contains("bp6-dark") ? "dark" : "light";
}

export default {
  tags: ["autodocs"],
  initialGlobals: { theme: "light", locale: "en", zoom: "100" },
  globalTypes: {
    theme: { toolbar: { title: "Theme", icon: "contrast", items: ["light", "dark"], dynamicTitle: true } },
    locale: {
      toolbar: {
        title: "Locale",
        icon: "globe",
        items: [
          { value: "en", title: "English" },
          { value: "tr", title: "Türkçe" },
          { value: "pl-x-pseudo", title: "Pseudo" },
        ],
        dynamicTitle: true,
      },
    },
    zoom: {
      toolbar: {
        title: "Text size",
        icon: "zoom",
        items: [
          { value: "100", title: "Text 100 %" },
          { value: "200", title: "Text 200 %" },
        ],
        dynamicTitle: true,
      },
    },
  },
  parameters: {
    layout: "padded",
    a11y: { test: "error" },
    // A picture is what a story, or its file, asks for: see modes.ts.
    chromatic: { disableSnapshot: true, modes: { light: modes.light, dark: modes.dark } },
    docs: { container: ThemedDocs, page: ComponentPage },
    viewport: { options: VIEWPORTS },
    options: {
      // Storybook reads this list from the source, so it cannot be computed from groups.ts.
      storySort: {
        order: [
          "Introduction",
          "Foundations",
          ["Colour", "Sizes, corners, shadows, layers", "Icons", "Charts", "Words"],
          "Content",
          "UI",
          "Patterns",
          "Charts",
          "Issues",
          "Requests",
          "Localization",
          "Code",
          "Commits",
          "Search",
          "Documents",
          "Experts",
          "Persons",
          "Graph",
          "Insights",
          "Backtest",
          "Sources",
          "Restricted",
          "Projects",
          "Overview",
          "Home",
          "Notifications",
          "Wizard",
          "Auth",
          "Account",
          "Company",
          "Apps",
          "Ask",
          "Dashboards",
          "Reports",
          "Own metrics",
          "Webhooks",
          "Chat links",
          "Rules",
          "Marks",
          "Shell",
          "Pages",
        ],
      },
    },
  },
  argTypesEnhancers: [readableArgTypes],
  loaders: [
    async ({ globals }) => {
      const locale = storyLocale(globals["locale"]);
      const translation = await translationOf(locale);
      // An earlier story may have changed the locale by the app's own switch.
      if (translation.language !== locale) await translation.changeLanguage(locale);
      return { translation };
    },
  ],
  // Storybook wraps each event in a synchronous `act`. React never retries a component that suspends inside one, such as a part that is loaded
  // on demand; in a browser React needs no `act`.
  beforeAll: () => configure({ eventWrapper: (dispatch) => dispatch() }),
  // In Storybook itself the theme would flash after each story.
  afterEach: (story) => (import.meta.env["VITEST"] ? checkInDark(story) : undefined),
  decorators: [
    (Story, { globals, loaded, viewMode }) => {
      const locale = storyLocale(globals["locale"]);
      const { translation } = loaded as { translation: Awaited<ReturnType<typeof createI18n>> };
      const story = (
        <ClockProvider now={STORY_NOW}>
          <Suspense fallback={null}>
            <Story />
          </Suspense>
        </ClockProvider>
      );
      // On a documentation page the page's container has the theme, and each story its own language.
      if (viewMode === "docs") {
        return (
          <I18nextProvider i18n={translation}>
            <div lang={locale} style={{ display: "contents" }}>
              {story}
            </div>
          </I18nextProvider>
        );
      }
      document.documentElement.lang = locale;
      document.documentElement.style.fontSize = globals["zoom"] === "200" ? "200%" : "";
      return (
        <I18nextProvider i18n={translation}>
          <ThemeFrame theme={themeOf(globals["theme"])}>{story}</ThemeFrame>
        </I18nextProvider>
      );
    },
  ],
} satisfies Preview;
