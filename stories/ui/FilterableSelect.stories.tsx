import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { FilterableSelect } from "../../src/components/ui/FilterableSelect.tsx";

const meta = {
  component: FilterableSelect,
  parameters: {
    ...usage({
      do: ["Use it by `Select` with `isFilterable`, which loads it when it is needed."],
      dont: ["Do not use it for a handful of options."],
      keys: [
        ["Arrows", "Move between the options"],
        ["Enter", "Selects one"],
        ["Escape", "Closes the list"],
      ],
    }),
    // The stories of Select have the pictures.
    chromatic: { disableSnapshot: true },
  },
  argTypes: {
    options: { table: { type: { summary: "readonly { value: string, text: string, label?: string }[]" } } },
  },
  args: {
    label: "Repository",
    options: [
      { value: "a", text: "atlas" },
      { value: "b", text: "billing" },
    ],
    value: "a",
    onChange: fn(),
  },
} satisfies Meta<typeof FilterableSelect>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Disabled: Story = { args: { isDisabled: true } };
export const Filtered: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Repository: atlas" }));
    const field = await screen.findByRole("combobox", { name: "Filter options" });
    await waitFor(() => expect(field).toBeVisible());
    await userEvent.type(field, "bil");
    await expect(screen.queryByRole("option", { name: "atlas" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByText("billing"));
    await expect(args.onChange).toHaveBeenCalledWith("b");
  },
};
