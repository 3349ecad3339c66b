import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { PersonIdentities } from "../../src/components/persons/PersonIdentities.tsx";
import { personProfile } from "../../tests/fixtures/personPage.ts";

const meta = {
  component: PersonIdentities,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Noor Haddad</h1>
        <Story />
      </>
    ),
  ],
  args: { profile: personProfile() },
} satisfies Meta<typeof PersonIdentities>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { disableSnapshot: false } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "noorh" })).toHaveAttribute("href", "https://github.com/noorh");
    await expect(canvas.queryByRole("link", { name: "Noor H." })).toBeNull();
  },
};
export const MergedManually: Story = { args: { profile: personProfile({ is_settled: true }) } };
export const NameAlone: Story = { args: { profile: personProfile({ names: [], emails: [], accounts: [] }) } };
export const Turkish: Story = {
  args: MergedManually.args,
  globals: { locale: "tr" },
};
