import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { CollapsibleText } from "../../src/components/issues/CollapsibleText.tsx";

const meta = {
  component: CollapsibleText,
  // The stories of IssueArticle have the pictures.
  parameters: { chromatic: { disableSnapshot: true } },
  args: { text: "A short text.", base: "https://tracker.example/atlas/issues/1", headingLevel: 3 },
} satisfies Meta<typeof CollapsibleText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Short: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("A short text.")).toBeVisible();
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
export const Folded: Story = {
  args: { text: "A line of a report.\n\n".repeat(80) },
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Show all of it" });
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(button);
    await expect(canvas.getByRole("button", { name: "Show less" })).toHaveAttribute("aria-expanded", "true");
  },
};
