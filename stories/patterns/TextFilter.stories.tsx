import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { TextFilter } from "../../src/components/patterns/TextFilter.tsx";

const meta = {
  component: TextFilter,
  parameters: {
    ...usage({
      do: ["Use it for the text that narrows the list on screen."],
      dont: ["Do not use it for a search over everything: that is the search field."],
    }),
  },
  args: { label: "Search in titles", text: "", onChange: fn() },
} satisfies Meta<typeof TextFilter>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("searchbox"), " cursor ");
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith("cursor"));
  },
};
export const Filled: Story = { args: { text: "cursor" } };
