import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usableInstallation } from "../../tests/fixtures/apps.ts";
import { SourceSignIn } from "../../src/components/sources/SourceSignIn.tsx";

const meta = {
  component: SourceSignIn,
  // The stories of SourceForm have the pictures.
  args: {
    provider: "github",
    connected: [],
    value: { signIn: "none", token: "", username: "" },
    isBusy: false,
    errors: { token: [], username: [] },
    onChange: fn(),
  },
} satisfies Meta<typeof SourceSignIn>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Public: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("radio", { name: "With a token" }));
    await expect(args.onChange).toHaveBeenCalledWith({ signIn: "token", isPreset: false });
  },
};
export const Connected: Story = {
  args: { connected: ["github"], value: { signIn: "connected", token: "", username: "" } },
};
export const WithApp: Story = {
  args: { installations: [usableInstallation()] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("radio", { name: "With a GitHub App" }));
    await expect(args.onChange).toHaveBeenCalledWith({
      signIn: "app",
      isPreset: false,
      installation: "installation-1",
    });
  },
};
export const AppBeforeItsInstallation: Story = {
  args: { canInstall: true },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("radio")[0]).toHaveAccessibleName("With a GitHub App");
  },
};
export const Token: Story = {
  args: { value: { signIn: "token", token: "secret", username: "" } },
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByLabelText("Access token");
    await expect(field).toHaveAttribute("type", "password");
    await userEvent.click(canvas.getByRole("button", { name: "Show the token" }));
    await expect(field).toHaveAttribute("type", "text");
  },
};
export const Invalid: Story = {
  args: {
    value: { signIn: "token", token: "", username: "" },
    errors: { token: ["token: This field is required."], username: [] },
  },
};
export const Busy: Story = {
  args: { isBusy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("radio", { name: "None, it is public" })).toHaveFocus();
    await userEvent.click(canvas.getByRole("radio", { name: "With a token" }));
    await expect(args.onChange).not.toHaveBeenCalled();
  },
};
