import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LdapProviderForm } from "../../src/components/company/LdapProviderForm.tsx";
import { ldapDetails, ssoProvider } from "../../tests/fixtures/sso.ts";

const meta = {
  component: LdapProviderForm,
  args: { provider: null, onSave: fn(), onCancel: fn() },
} satisfies Meta<typeof LdapProviderForm>;
export default meta;
type Story = StoryObj<typeof meta>;

const existing = ssoProvider({
  kind: "ldap",
  issuer: "ldaps://ldap.acme.example",
  groups_claim: "memberOf",
  ldap: ldapDetails(),
});

/** The filter must have the place of the address. */
export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.type(canvas.getByLabelText("Name"), "Acme directory");
    await userEvent.type(canvas.getByLabelText("Server"), "ldaps://ldap.acme.example");
    await userEvent.type(canvas.getByLabelText("Bind DN"), "cn=clew,dc=acme");
    await userEvent.type(canvas.getByLabelText("Password of the bind DN"), "s3cret");
    await userEvent.type(canvas.getByLabelText("Search base"), "dc=acme");
    await userEvent.clear(canvas.getByLabelText("Filter"));
    await userEvent.type(canvas.getByLabelText("Filter"), "(uid=ada)");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(canvas.getByText(/must compare an attribute/)).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.clear(canvas.getByLabelText("Filter"));
    await userEvent.type(canvas.getByLabelText("Filter"), "(mail={{login})");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      label: "Acme directory",
      server: "ldaps://ldap.acme.example",
      bind_dn: "cn=clew,dc=acme",
      bind_password: "s3cret",
      search_base: "dc=acme",
      filter: "(mail={login})",
      address_attribute: "mail",
      name_attribute: "cn",
      groups_attribute: "memberOf",
      ca: null,
    });
  },
};
/** The server cannot be changed, and the stored password stays. */
export const Existing: Story = {
  args: { provider: existing },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByLabelText("Server")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ bind_password: null }));
    await userEvent.click(canvas.getByRole("button", { name: "Cancel" }));
    await expect(args.onCancel).toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: { failure: { text: "", fields: { server: ["Give the server’s address."] } } },
};
export const Busy: Story = { args: { provider: existing, isBusy: true } };
