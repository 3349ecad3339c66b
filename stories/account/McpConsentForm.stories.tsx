import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { McpConsentForm } from "../../src/components/account/McpConsentForm.tsx";
import { mcpConsent } from "../../tests/fixtures/mcpConsent.ts";

const meta = {
  component: McpConsentForm,
  args: {
    consent: mcpConsent(),
    email: "ada@acme.example",
    projects: [
      { slug: "atlas", name: "Atlas", may_write: true },
      { slug: "borealis", name: "Borealis", may_write: false },
    ],
    onAllow: fn(),
    onDeny: fn(),
  },
} satisfies Meta<typeof McpConsentForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OfThisComputer: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("127.0.0.1:43210")).toBeVisible();
    // Nothing is chosen in advance.
    await userEvent.click(canvas.getByRole("button", { name: "Allow access" }));
    await expect(args.onAllow).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await userEvent.click(canvas.getByRole("button", { name: "Allow access" }));
    await expect(args.onAllow).toHaveBeenCalledWith({ projects: ["atlas"], writes: false });
    await userEvent.click(canvas.getByRole("button", { name: "Refuse" }));
    await expect(args.onDeny).toHaveBeenCalledOnce();
  },
};
export const AsksToWrite: Story = {
  parameters: lightPicture,
  args: {
    consent: mcpConsent({
      client_name: "Triage",
      client_host: "agent.example",
      redirect: { kind: "web", name: "agent.example" },
      asks_write: true,
    }),
  },
  play: async ({ args, canvas, userEvent }) => {
    const writes = canvas.getByRole("checkbox", { name: "May change issues" });
    await expect(writes).not.toBeChecked();
    await userEvent.click(writes);
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await expect(writes).toBeDisabled();
    await userEvent.click(canvas.getByRole("checkbox", { name: "Borealis" }));
    await userEvent.click(canvas.getByRole("checkbox", { name: "Atlas" }));
    await userEvent.click(canvas.getByRole("button", { name: "Allow access" }));
    await expect(args.onAllow).toHaveBeenCalledWith({ projects: ["atlas"], writes: true });
  },
};
/** The name is a text of a stranger. */
export const HostileName: Story = {
  args: {
    consent: mcpConsent({
      client_name: `<b>Clew</b> “checked” ${"x".repeat(90)} אבג`,
      redirect: { kind: "app", name: "com.example.app" },
    }),
  },
};
export const Faulty: Story = {
  args: { consent: mcpConsent({ fault: "invalid_target" }) },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: "Allow access" })).toBeNull();
    await expect(canvas.getByRole("button", { name: "Back to the program" })).toBeVisible();
  },
};
export const WithoutProjects: Story = { args: { projects: [] } };
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { failure: { text: "There are too many tokens." } } };
