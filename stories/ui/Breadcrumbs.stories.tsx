import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { LINK_KEYS, usage } from "../../.storybook/usage.ts";
import { pictures, layoutModes, modes } from "../../.storybook/modes.ts";
import { Breadcrumbs } from "../../src/components/ui/Breadcrumbs.tsx";

const meta = {
  component: Breadcrumbs,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it on pages below a project, with the page itself as the last step."],
      dont: ["Do not use it as the only way back: the tabs of the project stay."],
      keys: LINK_KEYS,
    }),
  },
  args: {
    crumbs: [{ text: "Projects", href: "/projects" }, { text: "Atlas", href: "/projects/atlas" }, { text: "Issues" }],
  },
} satisfies Meta<typeof Breadcrumbs>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const LongNames: Story = {
  args: {
    crumbs: [
      { text: "Projects", href: "/projects" },
      { text: "incident-response-tooling-".repeat(6), href: "/x" },
      { text: "Issues" },
    ],
  },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow } } },
};
/** A name that another person wrote: what would not be visible in it is shown. */
export const HiddenCharacters: Story = {
  args: { crumbs: [{ text: "Projects", href: "/projects" }, { text: "At\u202Elas" }] },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/202E/i)).toBeVisible();
  },
};
