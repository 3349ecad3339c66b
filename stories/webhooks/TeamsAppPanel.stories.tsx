import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { TeamsAppPanel } from "../../src/components/webhooks/TeamsAppPanel.tsx";
import { teamsApp, teamsSettings } from "../../tests/fixtures/teams.ts";

const meta = {
  component: TeamsAppPanel,
  args: {
    settings: teamsSettings({ app: teamsApp() }),
    onSave: fn(),
    onTest: fn(),
    onRemove: fn(),
    onDownload: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof TeamsAppPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The steps, from the registration to the client secret. */
export const New: Story = {
  parameters: lightPicture,
  args: { settings: teamsSettings() },
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
export const Saving: Story = { args: { settings: teamsSettings(), isSaving: true } };
export const Refused: Story = {
  args: {
    settings: teamsSettings(),
    failure: {
      text: "Check the fields.",
      fields: { client_secret: ["Microsoft Entra does not accept the client secret (AADSTS7000215)."] },
    },
  },
};
export const Works: Story = {
  args: { result: { passed: true, text: "Microsoft Entra gives a token for the app." } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Download the package" }));
    await expect(args.onDownload).toHaveBeenCalledWith(teamsApp());
    await userEvent.click(canvas.getByRole("button", { name: "Test the app" }));
    await expect(args.onTest).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole("button", { name: "Enter a new secret" }));
    await expect(canvas.getByLabelText("Application (client) id")).toHaveValue(teamsApp().app_id);
  },
};
export const Testing: Story = { args: { isTesting: true } };
export const Ended: Story = {
  args: { settings: teamsSettings({ app: teamsApp({ ended: "The client secret has expired (AADSTS7000222)." }) }) },
};
export const Turkish: Story = { args: { settings: teamsSettings() }, globals: { locale: "tr" } };
