import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { SamlFields, type SamlFieldsProps } from "../../src/components/company/SamlFields.tsx";
import { toSsoDraft, type SamlDraft } from "../../src/domain/ssoProvider.ts";
import type { SsoProvider } from "../../contract/access/sso.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { samlDetails, ssoProvider } from "../../tests/fixtures/sso.ts";

const draftOf = (provider: SsoProvider | null): SamlDraft => toSsoDraft("saml", provider) as SamlDraft;

const noErrors: SamlFieldsProps["errorsOf"] = () => undefined;

const meta = {
  component: SamlFields,
  args: { draft: draftOf(null), isNew: true, errorsOf: noErrors, onChange: fn() },
} satisfies Meta<typeof SamlFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Metadata address"), "h");
    await expect(args.onChange).toHaveBeenCalledWith({ ...args.draft, metadataUrl: "h" });
  },
};
/** Stored metadata are not shown: they stay unless others are given. */
export const Existing: Story = {
  args: { draft: draftOf(ssoProvider({ kind: "saml", saml: samlDetails() })), isNew: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText("Metadata address")).toHaveValue("https://login.acme.example/metadata.xml");
    await expect(canvas.getByLabelText("Metadata as XML")).toHaveValue("");
  },
};
export const Refused: Story = {
  args: { errorsOf: (field) => (field === "metadata_url" ? ["This is not right."] : undefined) },
};
