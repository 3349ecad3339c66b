import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { IssueStateLabel } from "../../src/components/issues/IssueStateTag.tsx";

const meta = {
  component: IssueStateLabel,
  // The stories of IssueStateTag have the pictures.
  parameters: { chromatic: { disableSnapshot: true } },
  args: { state: "open", word: "Open" },
} satisfies Meta<typeof IssueStateLabel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Open")).toBeVisible();
  },
};
export const Closed: Story = { args: { state: "closed", word: "Closed" } };
export const IconAlone: Story = {
  args: { hasWord: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("img", { name: "Open" })).toBeVisible();
  },
};
