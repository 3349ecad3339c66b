import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NoticeMailForm } from "../../src/components/notices/NoticeMailForm.tsx";

const meta = {
  component: NoticeMailForm,
  args: {
    value: { mails: true, time_zone: null, digest_hour: 8, quiet: null, weekly: null },
    companyTimeZone: "Europe/Istanbul",
    onChange: fn(),
  },
} satisfies Meta<typeof NoticeMailForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Defaults: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("switch", { name: "Send no emails during quiet hours" }));
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.value, quiet: { from: 1320, to: 420 } });
  },
};
export const QuietHours: Story = {
  args: { value: { mails: true, time_zone: "UTC", digest_hour: 9, quiet: { from: 1290, to: 420 }, weekly: null } },
};
export const Weekly: Story = {
  args: { value: { mails: true, time_zone: null, digest_hour: 8, quiet: null, weekly: { day: 1, hour: 8 } } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Day of the weekly email"), "Friday");
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.value, weekly: { day: 5, hour: 8 } });
    await userEvent.click(canvas.getByRole("switch", { name: "Send me a weekly email about my week" }));
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.value, weekly: null });
  },
};
export const Off: Story = {
  args: { value: { mails: false, time_zone: null, digest_hour: 8, quiet: null, weekly: null } },
};
