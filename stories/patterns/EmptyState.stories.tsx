import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, inForcedColors, zoomed } from "../../.storybook/modes.ts";
import { expect } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { EmptyState } from "../../src/components/patterns/EmptyState.tsx";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";
import { SearchIcon } from "../../src/components/ui/icons.ts";

const meta = {
  component: EmptyState,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Say why it is empty, and offer the next step."],
      dont: ["Do not use it for an error: ErrorState offers a retry."],
    }),
  },
  args: { title: "No project yet" },
} satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const WithTheNextThingToDo: Story = {
  args: {
    children: "A project links repositories and trackers, so that one search reaches all of them.",
    action: <LinkButton intent="primary" href="/wizard" text="Create project" />,
  },
};
export const WithAnIcon: Story = { args: { icon: <SearchIcon size={40} />, title: "Nothing matches “frobnicate”" } };
export const BelowAnotherHeading: Story = {
  args: { headingLevel: 3 },
  parameters: { chromatic: { disableSnapshot: true } },
  decorators: [
    (Story) => (
      <>
        <h1>Atlas</h1>
        <h2>Sources</h2>
        <Story />
      </>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "No project yet", level: 3 })).toBeVisible();
  },
};
export const LongTitle: Story = { args: { title: "unbreakable".repeat(14) }, parameters: forLayout };

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
