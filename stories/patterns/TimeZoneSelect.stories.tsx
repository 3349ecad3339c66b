import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { TimeZoneSelect } from "../../src/components/patterns/TimeZoneSelect.tsx";

const meta = {
  component: TimeZoneSelect,
  parameters: {
    ...usage({
      do: ["Say with `none` which zone counts without a choice."],
      dont: ["Do not ask for an offset: it changes with the season."],
    }),
  },
  args: { label: "Time zone", value: "Europe/Istanbul", onChange: fn() },
} satisfies Meta<typeof TimeZoneSelect>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
/** A stored alias is not in the list of the browser. */
export const Alias: Story = {
  args: { value: "US/Pacific" },
  play: async ({ args, canvas, userEvent }) => {
    const zones = canvas.getByRole("combobox", { name: "Time zone" });
    await expect(zones).toHaveValue("US/Pacific");
    await userEvent.selectOptions(zones, "UTC");
    await expect(args.onChange).toHaveBeenCalledWith("UTC");
  },
};
export const OfTheCompany: Story = {
  args: { value: null, none: "That of the company (UTC)" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("combobox")).toHaveDisplayValue("That of the company (UTC)");
  },
};
export const Disabled: Story = { args: { disabled: true } };
export const Busy: Story = { args: { isBusy: true }, parameters: { chromatic: { disableSnapshot: true } } };
