import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { IntegrationWarning } from "../../src/components/shell/IntegrationWarning.tsx";

const meta = {
  component: IntegrationWarning,
  parameters: {
    ...pictures,
    layout: "fullscreen",
  },
  args: {
    warning: { text: "No calendar is connected, so availability is not known.", href: "/settings/integrations" },
    onClose: fn(),
  },
} satisfies Meta<typeof IntegrationWarning>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoCalendar: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const Several: Story = {
  parameters: forState,
  args: {
    warning: {
      text: "Not connected to your account: GitHub, GitLab, Bitbucket, Jira, Google Calendar, and Outlook Calendar.",
      href: "/settings/integrations",
    },
  },
};
/** Only the icon has the colour of a warning: the page below is what the user came for. */
export const Calm: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvasElement }) => {
    const icon = canvasElement.querySelector('[data-color="warning"]') ?? canvasElement;
    await expect(getComputedStyle(icon).backgroundColor).toBe("rgb(251, 140, 0)");
    await expect(icon).toHaveTextContent(/^$/);
    await expect(getComputedStyle(icon.parentElement ?? icon).backgroundColor).not.toBe("rgb(251, 140, 0)");
  },
};
export const NoWarning: Story = {
  args: { warning: null },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toBeEmptyDOMElement();
  },
};
export const Closed: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Close" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
