import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SamlProviderForm } from "../../src/components/company/SamlProviderForm.tsx";
import { samlDetails, ssoProvider } from "../../tests/fixtures/sso.ts";

const meta = {
  component: SamlProviderForm,
  args: { provider: null, onSave: fn(), onCancel: fn() },
} satisfies Meta<typeof SamlProviderForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Either the address or the metadata are needed, and not both. */
export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.type(canvas.getByLabelText("Name"), "Acme login");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(canvas.getByText(/or paste them below/)).toBeVisible();
    await userEvent.type(canvas.getByLabelText("Metadata as XML"), "<md/>");
    await userEvent.type(canvas.getByLabelText("Metadata address"), "https://login.acme.example/metadata.xml");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(canvas.getByText(/not both/)).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.clear(canvas.getByLabelText("Metadata as XML"));
    await userEvent.click(canvas.getByLabelText(/^Allow a sign-in/));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      label: "Acme login",
      metadata_url: "https://login.acme.example/metadata.xml",
      metadata: null,
      signs_requests: false,
      allows_unsolicited: true,
      groups_claim: "",
      signs_out: false,
    });
  },
};
/** Stored metadata stay unless others are given. */
export const Existing: Story = {
  args: { provider: ssoProvider({ kind: "saml", saml: samlDetails({ metadata_url: null }) }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ metadata_url: null, metadata: null }));
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: { failure: { text: "", fields: { metadata_url: ["login.acme.example does not answer."] } } },
};
export const Busy: Story = {
  args: { provider: ssoProvider({ kind: "saml", saml: samlDetails() }), isBusy: true },
};
