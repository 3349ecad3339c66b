import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TeamsAppSteps } from "../../src/components/webhooks/TeamsAppSteps.tsx";
import { teamsApp, teamsSettings } from "../../tests/fixtures/teams.ts";

const meta = {
  component: TeamsAppSteps,
  args: {
    settings: teamsSettings(),
    onSave: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof TeamsAppSteps>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The steps, from the registration to the client secret. */
export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Save the app" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Application (client) id"), "a1");
    await userEvent.type(canvas.getByLabelText("Directory (tenant) id"), "t1");
    await userEvent.type(canvas.getByLabelText("Client secret"), "s1");
    await userEvent.click(canvas.getByRole("button", { name: "Save the app" }));
    await expect(args.onSave).toHaveBeenCalledWith({ app_id: "a1", tenant_id: "t1", client_secret: "s1" });
    await userEvent.click(canvas.getByRole("button", { name: "Copy" }));
    await expect(args.onCopy).toHaveBeenCalledWith(teamsSettings().messaging_endpoint);
  },
};
/** The server has no public address yet. */
export const NotPublic: Story = {
  args: {
    settings: teamsSettings({ messaging_endpoint: "http://127.0.0.1:9433/api/v1/teams/c1/activities/" }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/sets CLEW_PUBLIC_URL first/)).toBeVisible();
  },
};
export const Saving: Story = { args: { isSaving: true } };
export const Refused: Story = {
  args: {
    failure: {
      text: "Check the fields.",
      fields: { client_secret: ["Microsoft Entra does not accept the client secret (AADSTS7000215)."] },
    },
  },
};
/** An app is replaced: its ids are filled in. */
export const Replaced: Story = {
  args: { settings: teamsSettings({ app: teamsApp() }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Application (client) id")).toHaveValue(teamsApp().app_id);
    await expect(canvas.getByLabelText("Client secret")).toHaveValue("");
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
