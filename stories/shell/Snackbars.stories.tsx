import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { Snackbars } from "../../src/components/shell/Snackbars.tsx";

const NO_CALENDAR = {
  text: "No calendar is connected, so availability is not known.",
  href: "/settings/integrations",
};

const meta = {
  component: Snackbars,
  parameters: {
    layout: "fullscreen",
    chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } },
  },
  decorators: [
    (Story) => (
      <div style={{ minHeight: "14rem" }}>
        <Story />
      </div>
    ),
  ],
  args: { snackbar: { message: "Saved", color: "success" }, warning: null, onCloseWarning: fn() },
} satisfies Meta<typeof Snackbars>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Success: Story = {};
export const ErrorMessage: Story = {
  args: { snackbar: { message: "name: Taken\nurl: Invalid format", color: "error" } },
};
export const Info: Story = { args: { snackbar: { message: "A new code is on its way", color: "info" } } };
export const Warning: Story = { args: { snackbar: { message: "The host answers slowly", color: "warning" } } };
export const IntegrationWarning: Story = { args: { snackbar: null, warning: NO_CALENDAR } };
export const Both: Story = {
  args: {
    warning: {
      text: "Not connected yet: Jira, Google Calendar, and Outlook Calendar.",
      href: "/settings/integrations",
    },
  },
};
export const WarningClosed: Story = {
  args: { warning: NO_CALENDAR },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Close" }));
    await expect(args.onCloseWarning).toHaveBeenCalledOnce();
  },
};
