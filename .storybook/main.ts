import remarkGfm from "remark-gfm";
import type { StorybookConfig } from "@storybook/react-vite";
import { writePseudoLocale } from "../scripts/pseudoLocale.ts";
import { GROUPS } from "./groups.ts";
import { withoutReadonly } from "./withoutReadonly.ts";

writePseudoLocale();

export default {
  framework: "@storybook/react-vite",
  stories: [
    "../stories/*.mdx",
    "../stories/foundations/*.@(mdx|stories.tsx)",
    ...GROUPS.map(([folder, titlePrefix]) => ({
      directory: `../stories/${folder}`,
      files: "*.stories.tsx",
      titlePrefix,
    })),
  ],
  staticDirs: ["./public"],
  addons: [
    {
      name: "@storybook/addon-docs",
      // Tables in MDX.
      options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [remarkGfm] } } },
    },
    "@storybook/addon-a11y",
    "@storybook/addon-vitest",
    "@chromatic-com/storybook",
    "storybook-addon-pseudo-states",
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The docgen that uses TypeScript's API cannot run on TypeScript 7.
  typescript: { reactDocgen: "react-docgen" },
  viteFinal: (config) => ({ ...config, plugins: [withoutReadonly(), ...(config.plugins ?? [])] }),
} satisfies StorybookConfig;
