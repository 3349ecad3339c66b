import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { TextFilter } from "../../src/components/patterns/TextFilter.tsx";

const meta = {
  component: TextFilter,
  parameters: { chromatic: { disableSnapshot: true } },
  args: { label: "Search in titles", text: "", onChange: fn() },
} satisfies Meta<typeof TextFilter>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox"), " cursor ");
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith("cursor"));
  },
};
export const Filled: Story = { args: { text: "cursor" } };
