import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { OidcFields, type OidcFieldsProps } from "../../src/components/company/OidcFields.tsx";
import { toSsoDraft, type OidcDraft } from "../../src/domain/ssoProvider.ts";
import type { SsoProvider } from "../../contract/access/sso.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { ssoProvider } from "../../tests/fixtures/sso.ts";

const draftOf = (provider: SsoProvider | null): OidcDraft => toSsoDraft("oidc", provider) as OidcDraft;

const noErrors: OidcFieldsProps["errorsOf"] = () => undefined;

const meta = {
  component: OidcFields,
  args: { draft: draftOf(null), isNew: true, hasSecret: false, errorsOf: noErrors, onChange: fn() },
} satisfies Meta<typeof OidcFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Client ID"), "h");
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.draft, clientId: "h" });
  },
};
/** What is fixed is read-only, and a stored secret is not shown. */
export const Existing: Story = {
  args: { draft: draftOf(ssoProvider()), isNew: false, hasSecret: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Issuer")).toHaveAttribute("readonly");
    await expect(canvas.getByLabelText("Client secret")).toHaveValue("");
  },
};
export const Refused: Story = {
  args: { errorsOf: (field) => (field === "issuer" ? ["This is not right."] : undefined) },
};
