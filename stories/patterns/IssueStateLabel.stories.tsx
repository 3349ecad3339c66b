import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { IssueStateLabel } from "../../src/components/patterns/IssueStateTag.tsx";

const meta = {
  component: IssueStateLabel,
  // The stories of IssueStateTag have the pictures.
  parameters: {
    ...usage({
      do: ["Use it in a long list, whose component looks up the words once."],
      dont: ["Do not use it elsewhere: IssueStateTag has the words."],
    }),
  },
  args: { state: "open", word: "Open" },
} satisfies Meta<typeof IssueStateLabel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
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
