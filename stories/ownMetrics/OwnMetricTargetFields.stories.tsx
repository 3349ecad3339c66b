import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { OwnMetricTargetFields } from "../../src/components/ownMetrics/OwnMetricTargetFields.tsx";

const meta = {
  component: OwnMetricTargetFields,
  args: { target: { is: "at_most", text: "1" }, unit: "share", errors: undefined, onChange: fn() },
} satisfies Meta<typeof OwnMetricTargetFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Share: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox", { name: "Value of the target" }), "5");
    await expect(args.onChange).toHaveBeenCalledWith({ is: "at_most", text: "15" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Target" }), "at_least");
    await expect(args.onChange).toHaveBeenLastCalledWith({ is: "at_least", text: "1" });
  },
};
/** Without a target there is no value to type. */
export const None: Story = {
  args: { target: { is: "none", text: "" } },
  play: async () => {
    await expect(await screen.findByRole("combobox", { name: "Target" })).toHaveValue("none");
    await expect(screen.queryByRole("textbox")).toBeNull();
  },
};
export const Hours: Story = { args: { unit: "hours" } };
export const Refused: Story = { args: { target: { is: "at_most", text: "soon" }, errors: ["This is not a number."] } };
export const Turkish: Story = { globals: { locale: "tr" } };
