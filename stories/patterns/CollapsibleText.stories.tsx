import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { CollapsibleText } from "../../src/components/patterns/CollapsibleText.tsx";

const meta = {
  component: CollapsibleText,
  // The stories of IssueArticle have the other pictures.
  parameters: {
    ...usage({
      do: ["Use it for a text of a host that may be long."],
      dont: ["Do not use it for texts of the interface."],
      keys: BUTTON_KEYS,
    }),
  },
  args: { text: "A short text.", base: "https://tracker.example/atlas/issues/1", headingLevel: 3 },
} satisfies Meta<typeof CollapsibleText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Short: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("A short text.")).toBeVisible();
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
export const Folded: Story = {
  parameters: lightPicture,
  args: { text: "A line of a report.\n\n".repeat(80) },
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Show all of it" });
    await userEvent.click(button);
    await expect(canvas.getByRole("button", { name: "Show less" })).toBeVisible();
    await expect(canvas.queryByRole("link")).toBeNull();
  },
};

/** More letters than are formatted: the rest is read at the host. */
export const Cut: Story = {
  tags: ["!autodocs"],
  args: { text: "A line of a report that never ends.\n".repeat(1700) },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByRole("link")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Show all of it" }));
    await expect(canvas.getByRole("link")).toHaveAttribute("href", args.base);
  },
};
/** Few letters on more lines than are formatted. */
export const CutByLines: Story = { ...Cut, args: { text: `${"a\n\n".repeat(2500)}The end` } };
