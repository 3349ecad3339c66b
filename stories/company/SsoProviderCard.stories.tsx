import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoDomainList } from "../../src/components/company/SsoDomainList.tsx";
import { SsoProviderCard } from "../../src/components/company/SsoProviderCard.tsx";
import { samlDetails, ssoDomain, ssoProvider } from "../../tests/fixtures/sso.ts";

const copy = fn(() => Promise.resolve(true));
const meta = {
  component: SsoProviderCard,
  args: {
    provider: ssoProvider(),
    onTest: fn(),
    onEdit: fn(),
    onEnable: fn(),
    onRemove: fn(),
    onCopy: copy,
  },
} satisfies Meta<typeof SsoProviderCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const On: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Test Acme login" }));
    await expect(args.onTest).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Turn off" }));
    await expect(args.onEnable).toHaveBeenCalledWith(false);
    await userEvent.click(canvas.getByRole("button", { name: "Edit" }));
    await expect(args.onEdit).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Remove" }));
    await expect(args.onRemove).toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: `Copy ${args.provider.redirect_url}` }));
    await expect(args.onCopy).toHaveBeenCalledWith(args.provider.redirect_url);
  },
};
export const SigningOut: Story = {
  args: { provider: ssoProvider({ signs_out: true }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Who signs out of Clew is signed out here too.")).toBeVisible();
  },
};
export const Off: Story = {
  args: { provider: ssoProvider({ is_enabled: false, has_secret: false, client_id: "" }) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Turn on" }));
    await expect(args.onEnable).toHaveBeenCalledWith(true);
  },
};
export const Passed: Story = {
  args: {
    result: {
      passed: true,
      steps: [
        { passed: true, text: "The provider describes itself as https://login.acme.example/realms/acme." },
        { passed: true, text: "The provider accepts the client ID and the client secret." },
      ],
    },
  },
};
export const NotPassed: Story = {
  args: { result: { passed: false, steps: [{ passed: false, text: "login.acme.example does not answer." }] } },
};
export const NotChanged: Story = {
  args: { failure: { text: "Single sign-on is required of your company’s people." } },
};
/** A provider of SAML 2.0 has the addresses that its kind needs. */
export const Saml: Story = {
  args: { provider: ssoProvider({ kind: "saml", issuer: "urn:acme:idp", saml: samlDetails() }) },
  play: async ({ args, canvas, userEvent }) => {
    const address = args.provider.saml?.entity_id ?? "";
    await userEvent.click(canvas.getByRole("button", { name: `Copy ${address}` }));
    await expect(args.onCopy).toHaveBeenCalledWith(address);
  },
};
/** With its domains, on a narrow page. */
export const Narrow: Story = {
  args: {
    provider: ssoProvider({ label: "A provider with a long name of its own" }),
    children: (
      <SsoDomainList
        provider="Acme login"
        domains={[ssoDomain(), ssoDomain({ id: "domain-2", name: "research.acme.example", verified_at: null })]}
        onAdd={() => Promise.resolve(true)}
        onVerify={fn()}
        onRemove={fn()}
        onCopy={copy}
      />
    ),
  },
  decorators: [(Shown) => <div style={{ inlineSize: "20.5rem" }}>{Shown()}</div>],
  play: async ({ canvas }) => {
    const card = canvas.getByRole("region", { name: /^A provider/ });
    await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  },
};
