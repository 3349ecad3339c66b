import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { TARGET_METRICS } from "../../contract/insights/targetMetrics.ts";
import { TargetDialog } from "../../src/components/insights/TargetDialog.tsx";

const meta = {
  component: TargetDialog,
  parameters: { ...framed },
  argTypes: { metric: { control: "select", options: TARGET_METRICS } },
  args: { metric: "first_response", value: null, onSave: fn(), onRemove: fn(), onClose: fn() },
} satisfies Meta<typeof TargetDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const field = await screen.findByRole("textbox", { name: "At most, in hours" });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(field).toHaveFocus();
    await expect(field).toHaveAccessibleDescription(/This field is required/);
    await expect(screen.queryByRole("button", { name: "Remove the target" })).toBeNull();
    await userEvent.type(field, "a day");
    await expect(field).toHaveAccessibleDescription(/Enter a number, such as 24 or 7.5/);
    await userEvent.clear(field);
    await userEvent.type(field, "0");
    await expect(field).toHaveAccessibleDescription(/Must be between 0.1 and 87,600/);
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, "7,5{Enter}");
    await expect(args.onSave).toHaveBeenCalledWith(7.5);
  },
};
/** A share is typed in percent. */
export const Share: Story = {
  args: { metric: "unanswered", value: 0.1 },
  play: async ({ args, userEvent }) => {
    const field = await screen.findByRole("textbox", { name: "At most, in percent" });
    await expect(field).toHaveValue("10");
    await userEvent.clear(field);
    await userEvent.type(field, "5");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(0.05);
  },
};
export const Removed: Story = {
  args: { value: 24 },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Remove the target" }));
    await expect(args.onRemove).toHaveBeenCalled();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
export const AtLeast: Story = { args: { metric: "throughput", value: 4 } };
export const Busy: Story = { args: { value: 24, isBusy: true } };
export const Refused: Story = {
  args: {
    value: 24,
    failure: { text: "value: Must be at most 87600", fields: { value: ["Must be at most 87600"] } },
  },
};
export const Turkish: Story = { args: { value: 24 }, globals: { locale: "tr" } };
