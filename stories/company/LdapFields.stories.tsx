import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { LdapFields, type LdapFieldsProps } from "../../src/components/company/LdapFields.tsx";
import { toSsoDraft, type LdapDraft } from "../../src/domain/ssoProvider.ts";
import type { SsoProvider } from "../../contract/access/sso.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { ldapDetails, ssoProvider } from "../../tests/fixtures/sso.ts";

const draftOf = (provider: SsoProvider | null): LdapDraft => toSsoDraft("ldap", provider) as LdapDraft;

const noErrors: LdapFieldsProps["errorsOf"] = () => undefined;

const meta = {
  component: LdapFields,
  args: { draft: draftOf(null), isNew: true, errorsOf: noErrors, onChange: fn() },
} satisfies Meta<typeof LdapFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Search base"), "h");
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.draft, searchBase: "h" });
  },
};
/** What is fixed is read-only, and a stored secret is not shown. */
export const Existing: Story = {
  args: {
    draft: draftOf(ssoProvider({ kind: "ldap", issuer: "ldaps://ldap.acme.example", ldap: ldapDetails() })),
    isNew: false,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Server")).toHaveAttribute("readonly");
    await expect(canvas.getByLabelText("Password of the bind DN")).toHaveValue("");
  },
};
export const Refused: Story = {
  args: { errorsOf: (field) => (field === "server" ? ["This is not right."] : undefined) },
};
