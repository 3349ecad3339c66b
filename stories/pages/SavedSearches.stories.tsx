import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, respond } from "../../tests/fixtures/handlers.ts";
import { savedSearch } from "../../tests/fixtures/search.ts";

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { path: "/settings/searches" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  args: {
    handlers: {
      listSavedSearches: respond([
        savedSearch({ watched: true }),
        savedSearch({ id: "s-2", name: "Open faults", q: "is:open crash", shared: true }),
        savedSearch({ id: "s-3", name: "Everything", q: "e", watched: true, too_broad: true }),
      ]),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: /Retry rules/ }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const Empty: Story = { args: { handlers: { listSavedSearches: respond([]) } } };
export const Failed: Story = {
  args: { handlers: { listSavedSearches: failWith() } },
  parameters: { chromatic: { disableSnapshot: true } },
};
