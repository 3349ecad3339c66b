import type { StorybookConfig } from "@storybook/react-vite";

export default {
  framework: "@storybook/react-vite",
  stories: ["../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest", "@chromatic-com/storybook"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The docgen that asks TypeScript's API cannot run on TypeScript 7.
  typescript: { reactDocgen: "react-docgen" },
  env: (env) => ({ ...env, STORYBOOK_THEME: process.env["STORYBOOK_THEME"] ?? "light" }),
} satisfies StorybookConfig;
