import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoProviderForm } from "../../src/components/company/SsoProviderForm.tsx";
import { ldapDetails, samlDetails, ssoProvider } from "../../tests/fixtures/sso.ts";

const meta = {
  component: SsoProviderForm,
  args: { kind: "oidc", provider: null, onSave: fn(), onCancel: fn() },
} satisfies Meta<typeof SsoProviderForm>;
export default meta;
type Story = StoryObj<typeof meta>;

const directory = ssoProvider({
  kind: "ldap",
  issuer: "ldaps://ldap.acme.example",
  groups_claim: "memberOf",
  ldap: ldapDetails(),
});

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
      kind: "oidc",
      label: "Acme login",
      issuer: "https://login.acme.example",
      clientId: "",
      clientSecret: "",
      scopes: "openid profile email",
      trustsAddresses: true,
      groupsClaim: "",
      signsOut: false,
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
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: "new secret" }));
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

/** Either the address or the metadata are needed, and not both. */
export const NewSaml: Story = {
  args: { kind: "saml" },
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
      kind: "saml",
      label: "Acme login",
      metadataUrl: "https://login.acme.example/metadata.xml",
      metadata: "",
      signsRequests: false,
      allowsUnsolicited: true,
      groupsClaim: "",
      signsOut: false,
    });
  },
};
/** Stored metadata stay unless others are given. */
export const ExistingSaml: Story = {
  args: { kind: "saml", provider: ssoProvider({ kind: "saml", saml: samlDetails({ metadata_url: null }) }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ metadataUrl: "", metadata: "" }));
  },
};
export const RefusedSaml: Story = {
  args: { kind: "saml", failure: { text: "", fields: { metadata_url: ["login.acme.example does not answer."] } } },
};
/** A choice has no error of its own: the rejection is above the form. */
export const RefusedSignOut: Story = {
  args: {
    kind: "saml",
    provider: ssoProvider({ kind: "saml", saml: samlDetails(), signs_out: true }),
    failure: { text: "", fields: { signs_out: ["The provider has no address for the sign-out."] } },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The provider has no address for the sign-out.")).toBeVisible();
  },
};

/** The filter must have the place of the address. */
export const NewLdap: Story = {
  args: { kind: "ldap" },
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
      kind: "ldap",
      label: "Acme directory",
      server: "ldaps://ldap.acme.example",
      bindDn: "cn=clew,dc=acme",
      bindPassword: "s3cret",
      searchBase: "dc=acme",
      filter: "(mail={login})",
      addressAttribute: "mail",
      nameAttribute: "cn",
      groupsAttribute: "memberOf",
      ca: "",
    });
  },
};
/** The server is fixed, and the stored password stays. */
export const ExistingLdap: Story = {
  args: { kind: "ldap", provider: directory },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Server")).toHaveAttribute("readonly");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ bindPassword: "" }));
  },
};
export const RefusedLdap: Story = {
  args: { kind: "ldap", failure: { text: "", fields: { server: ["Give the server’s address."] } } },
};
