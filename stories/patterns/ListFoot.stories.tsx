import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { ListFoot } from "../../src/components/patterns/ListFoot.tsx";

const meta = {
  component: ListFoot,
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    shown: "200 of 900 issues",
    paging: "more",
    words: { loading: "Loading more", failed: "The next ones could not be loaded.", retry: "Retry" },
    onRetry: fn(),
  },
} satisfies Meta<typeof ListFoot>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {};
export const Loading: Story = { args: { paging: "loading" } };
export const Failed: Story = {
  args: { paging: "failed" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
