import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forLayout, inForcedColors, zoomed } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { Select, type SelectProps } from "../../src/components/ui/Select.tsx";

const roles = ["All", "Owner", "Maintainer", "Developer", "Viewer"].map((text) => ({ value: text, text }));

type NamedProps = Extract<SelectProps<string>, { "aria-label": string }>;

function SelectWithState(props: NamedProps) {
  const [value, setValue] = useState(props.value);
  return <Select {...props} value={value} onValueChange={setValue} />;
}

const meta = {
  component: Select,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for one choice among two or more fixed values.", "Sort a long list, so that letters find a value."],
      dont: ["Do not use it for two actions: those are buttons."],
      keys: [
        ["Enter, Space", "Opens the list"],
        ["Arrow keys", "Select"],
        ["Letters", "Jump to a value"],
        ["Escape", "Closes the list"],
      ],
    }),
  },
  argTypes: {
    options: { table: { type: { summary: "readonly { value: string, text: string }[]" } } },
  },
  args: { "aria-label": "Role", options: roles, value: "All", onValueChange: fn() },
  render: (args) => <SelectWithState {...args} />,
} satisfies Meta<NamedProps>;
export default meta;
type Story = StoryObj<NamedProps>;

export const Playground: Story = {};
export const NothingChosen: Story = { args: { value: null } };
export const Disabled: Story = { args: { disabled: true } };
/** A request about the value runs: it stays, and so does the focus. */
export const Loading: Story = {
  args: { loading: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const roles = canvas.getByRole("combobox", { name: "Role", busy: true });
    await expect(roles).toHaveAttribute("aria-disabled", "true");
    await userEvent.tab();
    await expect(roles).toHaveFocus();
    await userEvent.selectOptions(roles, "Viewer");
    await expect(roles).toHaveDisplayValue("All");
  },
};
/** A visible label outside of it names it: a name of its own could differ from what is read there. */
export const LabelledOutside: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: ({ options, value, onValueChange }) => (
    <>
      <label htmlFor="role">Role in the project</label>
      <Select id="role" options={options} value={value} onValueChange={onValueChange} />
    </>
  ),
  play: async ({ args, canvas, userEvent }) => {
    const roles = canvas.getByRole("combobox", { name: "Role in the project" });
    await expect(roles).not.toHaveAttribute("aria-label");
    await userEvent.selectOptions(roles, "Viewer");
    await expect(args.onValueChange).toHaveBeenCalledWith("Viewer");
  },
};
/** As wide as the field around it; the value is refused. */
export const WideAndInvalid: Story = {
  args: { fill: true, "aria-invalid": true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, canvasElement }) => {
    const roles = canvas.getByRole("combobox", { name: "Role" });
    await expect(roles).toBeInvalid();
    await expect(roles.clientWidth).toBeGreaterThan(canvasElement.clientWidth / 2);
  },
};
/** A long list under headings; those without one come first. */
export const Grouped: Story = {
  args: {
    value: "open",
    options: [
      { value: "open", text: "Open" },
      { value: "lead", text: "Lead time", group: "Speed" },
      { value: "age", text: "Age", group: "Speed" },
      { value: "merged", text: "Merged", group: "Requests" },
    ],
  },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const groups = canvas.getAllByRole("group");
    await expect(groups.map((group) => group.getAttribute("label"))).toEqual(["Speed", "Requests"]);
    await expect(groups.map((group) => group.childElementCount)).toEqual([2, 1]);
    const list = canvas.getByRole("combobox", { name: "Role" });
    await userEvent.selectOptions(list, "Age");
    await expect(list).toHaveDisplayValue("Age");
  },
};
export const LongOption: Story = {
  args: { options: [{ value: "All", text: "services/incident-response/".repeat(4) }] },
  parameters: forLayout,
};
export const ChosenByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    const roles = canvas.getByRole("combobox", { name: "Role" });
    await userEvent.tab();
    await expect(roles).toHaveFocus();
    await userEvent.selectOptions(roles, "Viewer");
    await expect(roles).toHaveDisplayValue("Viewer");
  },
};

/** Its arrow has no name of its own, which would be English. */
export const Turkish: Story = {
  globals: { locale: "tr" },
  args: { value: null },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("combobox", { name: "Role" })).toHaveDisplayValue("Seçin…");
    await expect(canvas.queryByRole("img")).toBeNull();
    await expect(canvas.queryByText("Open dropdown")).toBeNull();
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
