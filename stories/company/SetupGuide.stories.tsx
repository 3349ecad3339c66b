import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, within } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SetupGuide } from "../../src/components/company/SetupGuide.tsx";
import { installationSetup } from "../../tests/fixtures/account.ts";

const meta = {
  component: SetupGuide,
  args: {
    setup: installationSetup(),
    origin: "https://clew.example",
    results: {},
    onTest: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof SetupGuide>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Test Email" }));
    await expect(args.onTest).toHaveBeenCalledWith("mail");
  },
};
export const Steps: Story = {
  args: { openPart: "jira" },
  play: async ({ args, canvas, userEvent }) => {
    const jira = within(canvas.getByRole("region", { name: /^Jira/ }));
    await expect(jira.getByRole("link", { name: "Register an OAuth app" })).toBeVisible();
    await userEvent.click(jira.getByRole("button", { name: `Copy ${args.setup.callback_url}` }));
    await expect(args.onCopy).toHaveBeenCalledWith(args.setup.callback_url);
  },
};
/** A link to another part opens its steps; those of the first stay as the reader left them. */
export const AnotherPart: Story = {
  render: function Render(args) {
    const [openPart, setOpenPart] = useState<typeof args.openPart>("mail");
    return (
      <>
        <button type="button" onClick={() => setOpenPart("jira")}>
          Go to Jira
        </button>
        <SetupGuide {...args} openPart={openPart} />
      </>
    );
  },
  play: async ({ canvas, userEvent }) => {
    const isOpen = (name: RegExp) => canvas.getByRole("region", { name }).querySelector("details")?.open;
    await expect(isOpen(/^Email/)).toBe(true);
    await expect(isOpen(/^Jira/)).toBe(false);
    await userEvent.click(canvas.getByRole("button", { name: "Go to Jira" }));
    await expect(isOpen(/^Email/)).toBe(true);
    await expect(isOpen(/^Jira/)).toBe(true);
  },
};
export const Tested: Story = {
  args: {
    results: {
      mail: {
        passed: false,
        text: "No mail server is set. Set CLEW_SMTP_URL and CLEW_MAIL_FROM and restart the server.",
      },
      github: { passed: true, text: "GitHub accepts the client ID and the secret." },
    },
    testing: ["public_address"],
  },
};
export const Narrow: Story = { args: { openPart: "github" }, globals: { viewport: { value: "phone" } } };
