import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Radio, RadioGroup } from "../../src/components/ui/Radio.ts";

const meta = {
  component: RadioGroup,
  argTypes: { inline: { control: "boolean" }, disabled: { control: "boolean" }, children: { control: false } },
  parameters: {
    ...usage({
      do: ["Give it a label that asks what is chosen."],
      dont: ["Do not use it for more than six choices: that is Select."],
      keys: [
        ["Tab", "Moves to the selected choice"],
        ["Arrow keys", "Select another choice"],
      ],
    }),
  },
  args: { label: "Mails about notices", selectedValue: "daily", onChange: fn() },
  render: function Chosen(args) {
    const [value, setValue] = useState(args.selectedValue);
    return (
      <RadioGroup {...args} selectedValue={value} onChange={({ currentTarget }) => setValue(currentTarget.value)}>
        <Radio value="daily" label="Every day" />
        <Radio value="weekly" label="Every week" />
        <Radio value="never" label="Never" />
      </RadioGroup>
    );
  },
} satisfies Meta<typeof RadioGroup>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole("radiogroup", { name: "Mails about notices" })).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole("radio", { name: "Every day" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect(canvas.getByRole("radio", { name: "Every week" })).toBeChecked();
  },
};
export const Inline: Story = { args: { inline: true } };
export const Disabled: Story = { args: { disabled: true } };
