import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { SsoDomainList } from "../../src/components/company/SsoDomainList.tsx";
import { ssoDomain } from "../../tests/fixtures/sso.ts";

const unverified = ssoDomain({ id: "domain-2", name: "acme-labs.example", verified_at: null });
const meta = {
  component: SsoDomainList,
  args: {
    provider: "Acme login",
    domains: [ssoDomain(), unverified],
    onAdd: fn(() => Promise.resolve(true)),
    onVerify: fn(),
    onRemove: fn(),
    onCopy: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof SsoDomainList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Domains: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Verify acme-labs.example" }));
    await expect(args.onVerify).toHaveBeenCalledWith(unverified);
    await userEvent.click(canvas.getByRole("button", { name: `Copy ${unverified.record}` }));
    await expect(args.onCopy).toHaveBeenCalledWith(unverified.record);
    await userEvent.click(canvas.getByRole("button", { name: "Remove acme.example" }));
    await expect(args.onRemove).toHaveBeenCalledWith(ssoDomain());
    await userEvent.type(canvas.getByLabelText("Domain"), "acme.test");
    await userEvent.click(canvas.getByRole("button", { name: "Add the domain" }));
    await expect(args.onAdd).toHaveBeenCalledWith("acme.test");
    await expect(canvas.getByLabelText("Domain")).toHaveValue("");
  },
};
export const None: Story = { args: { domains: [] } };
export const NotVerified: Story = {
  args: {
    notVerified: { id: "domain-2", text: "acme-labs.example has no TXT record with this text yet." },
    verifying: ["domain-2"],
  },
};
export const NotAdded: Story = {
  args: {
    domains: [],
    onAdd: fn(() => Promise.resolve(false)),
    addFailure: { text: "", fields: { name: ["Give a domain, such as example.org."] } },
  },
};
