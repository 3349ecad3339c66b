import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, inForcedColors, forState } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { SortButton } from "../../src/components/ui/SortButton.tsx";

const meta = {
  component: SortButton,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it as the content of a column header, which has the order as aria-sort."],
      dont: [
        "Do not use it for a column by which the whole list cannot be sorted: an order of the loaded rows misleads.",
      ],
      keys: BUTTON_KEYS,
    }),
  },
  argTypes: { direction: { control: "inline-radio", options: [undefined, "ascending", "descending"] } },
  args: { direction: "ascending", onSort: fn(), children: "Age" },
} satisfies Meta<typeof SortButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Age" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onSort).toHaveBeenCalledOnce();
  },
};
export const Descending: Story = { parameters: forState, args: { direction: "descending" } };
export const Unsorted: Story = { parameters: forState, args: { direction: undefined } };
export const Hover: Story = {
  args: { direction: undefined },
  parameters: { ...forState, pseudo: { hover: "button" } },
};
export const Focus: Story = { parameters: { ...forState, pseudo: { focusVisible: "button" } } };
/** The direction is an icon, and not a colour alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
