import type { Preview } from "@storybook/react-vite";
import { Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { configure } from "storybook/test";
import { ThemeFrame } from "../src/components/ThemeFrame/ThemeFrame.tsx";
import { NowProvider } from "../src/components/RelativeTime/Now.tsx";
import { NAMESPACES } from "../src/i18n/resources.ts";
import { createWords, localeOf, switchLocale } from "../src/i18n/words.ts";
import "../src/theme/styles.ts";
import { modes } from "./modes.ts";

/** The clock of every story: fixtures are older than this, and "3 days ago" stays so. */
const STORY_NOW = "2026-03-02T09:00:00Z";

// What a story waits for comes when it comes: a second is short on a machine in use.
configure({ asyncUtilTimeout: 10_000 });

const words = await createWords("en", NAMESPACES);

export default {
  tags: ["autodocs"],
  initialGlobals: { theme: import.meta.env["STORYBOOK_THEME"] ?? "light", locale: "en" },
  globalTypes: {
    theme: { toolbar: { title: "Theme", icon: "contrast", items: ["light", "dark"], dynamicTitle: true } },
    locale: {
      toolbar: {
        title: "Locale",
        icon: "globe",
        items: [
          { value: "en", title: "English" },
          { value: "tr", title: "Türkçe" },
        ],
        dynamicTitle: true,
      },
    },
  },
  parameters: {
    layout: "padded",
    a11y: { test: "error" },
    chromatic: { modes: { light: modes.light, dark: modes.dark } },
  },
  loaders: [
    async ({ globals }) => {
      await switchLocale(words, localeOf(String(globals["locale"])));
      return {};
    },
  ],
  decorators: [
    (Story, { globals }) => (
      <I18nextProvider i18n={words}>
        <ThemeFrame theme={globals["theme"] === "dark" ? "dark" : "light"}>
          <NowProvider now={STORY_NOW}>
            <Suspense fallback={null}>
              <Story />
            </Suspense>
          </NowProvider>
        </ThemeFrame>
      </I18nextProvider>
    ),
  ],
} satisfies Preview;
