import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoProviderForm } from "../../src/components/company/SsoProviderForm.tsx";
import { ssoProvider } from "../../tests/fixtures/sso.ts";

const meta = {
  component: SsoProviderForm,
  args: { provider: null, onSave: fn(), onCancel: fn() },
} satisfies Meta<typeof SsoProviderForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Name"), "Acme login");
    await userEvent.type(canvas.getByLabelText("Issuer"), "https://login.acme.example");
    await userEvent.click(canvas.getByLabelText(/^Trust the provider/));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      label: "Acme login",
      issuer: "https://login.acme.example",
      client_id: "",
      client_secret: null,
      scopes: "openid profile email",
      trusts_addresses: true,
      groups_claim: "",
      signs_out: false,
    });
  },
};
/** The issuer is fixed, and the stored secret stays unless another one is typed. */
export const Existing: Story = {
  args: { provider: ssoProvider() },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Issuer")).toHaveAttribute("readonly");
    await userEvent.type(canvas.getByLabelText("Client secret"), "new secret");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ client_secret: "new secret" }));
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: {
    provider: ssoProvider(),
    failure: { text: "", fields: { issuer: ["Give the issuer’s address, such as https://login.example.org."] } },
  },
};
export const Busy: Story = { args: { provider: ssoProvider(), isBusy: true } };
