import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SamlCertificateList } from "../../src/components/company/SamlCertificateList.tsx";
import { samlDetails } from "../../tests/fixtures/sso.ts";

const [valid, expiring] = samlDetails().certificates;
const meta = {
  component: SamlCertificateList,
  args: { saml: samlDetails() },
} satisfies Meta<typeof SamlCertificateList>;
export default meta;
type Story = StoryObj<typeof meta>;

/** While a provider changes its key, one expires and the next is there. */
export const Two: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Valid")).toBeVisible();
    await expect(canvas.queryByText(/Add a new one/)).toBeNull();
  },
};
export const Expiring: Story = {
  args: { saml: samlDetails({ certificates: expiring ? [expiring] : [] }) },
  play: async ({ canvas }) => expect(canvas.getByText(/Add a new one at the provider/)).toBeVisible(),
};
export const Expired: Story = {
  args: {
    saml: samlDetails({ metadata_url: null, certificates: valid ? [{ ...valid, state: "expired" }] : [] }),
  },
  play: async ({ canvas }) => expect(canvas.getByText(/no user can sign in/)).toBeVisible(),
};
