import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ListFoot } from "../../src/components/patterns/ListFoot.tsx";

const meta = {
  component: ListFoot,
  parameters: {
    ...usage({
      do: ["Use it below a virtual list that loads further pages by itself."],
      dont: ["Do not use it below a table with numbered pages."],
    }),
  },
  args: {
    shown: "200 of 900 issues",
    paging: "more",
    words: { loading: "Loading more", failed: "The next ones could not be loaded." },
    onRetry: fn(),
  },
} satisfies Meta<typeof ListFoot>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const Loading: Story = { args: { paging: "loading" }, parameters: { chromatic: { disableSnapshot: true } } };
export const Failed: Story = {
  args: { paging: "failed" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
