import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { NoMatches } from "../../src/components/patterns/NoMatches.tsx";

const meta = {
  component: NoMatches,
  parameters: {
    ...usage({
      do: ["Use it in place of a list whose filters match nothing."],
      dont: ["Do not use it where nothing exists yet: that is EmptyState, which says how to begin."],
    }),
  },
  args: {
    title: "No issue matches these filters",
    text: "Remove a filter or change the search text.",
    onClear: fn(),
  },
} satisfies Meta<typeof NoMatches>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Clear filters" }));
    await expect(args.onClear).toHaveBeenCalledOnce();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
