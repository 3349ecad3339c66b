import type { Meta, StoryObj } from "@storybook/react-vite";
import { forLayout, inForcedColors, zoomed } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { Select } from "../../src/components/ui/Select.tsx";
import type { SelectProps } from "../../src/components/ui/SelectProps.ts";

const roles = ["All", "Owner", "Maintainer", "Developer", "Viewer"].map((text) => ({ value: text, text }));

function SelectWithState(props: SelectProps<string>) {
  const [value, setValue] = useState(props.value);
  return <Select {...props} value={value} onChange={setValue} />;
}

const meta = {
  component: Select,
  parameters: usage({
    do: ["Use it for one choice among two or more fixed values.", "Make it filterable from about ten values on."],
    dont: ["Do not use it for two actions: those are buttons."],
    keys: [
      ["Enter, Space", "Opens the list"],
      ["Arrow keys", "Select"],
      ["Letters", "Filter, or jump to a value"],
      ["Escape", "Closes the list"],
    ],
  }),
  argTypes: {
    options: { table: { type: { summary: "readonly { value: string, text: string, label?: string }[]" } } },
  },
  args: { label: "Role", options: roles, value: "All", onChange: fn() },
  render: (args) => <SelectWithState {...args} />,
} satisfies Meta<SelectProps<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const NothingChosen: Story = { args: { value: null } };
export const Disabled: Story = { args: { isDisabled: true } };
export const Filterable: Story = { args: { isFilterable: true } };
export const LongOption: Story = {
  args: { options: [{ value: "All", text: "services/incident-response/".repeat(4) }], isFilterable: true },
  parameters: forLayout,
};
export const FilteredAndChosenByKeyboard: Story = {
  args: { isFilterable: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const button = await canvas.findByRole("button", { name: "Role: All" });
    await userEvent.click(button);
    const field = await screen.findByRole("combobox", { name: "Filter options" });
    await waitFor(() => expect(field).toBeVisible());
    await userEvent.type(field, "view{Enter}");
    await expect(await canvas.findByRole("button", { name: "Role: Viewer" })).toBeInTheDocument();
  },
};
export const Open: Story = {
  args: { isFilterable: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Role: All" }));
    await waitFor(() => expect(screen.getByRole("listbox")).toBeVisible());
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
