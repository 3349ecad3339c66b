import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, modes } from "../../.storybook/modes.ts";
import { AdminContacts } from "../../src/components/company/AdminContacts.tsx";

const meta = {
  parameters: pictures,
  component: AdminContacts,
  args: {
    admins: [
      { name: "Ada Yıldız", email: "ada@acme.example" },
      { name: "Noor", email: "noor.with.a.very.long.address.indeed@subsidiary.acme.example" },
    ],
    mailHref: (email) => `mailto:${email}`,
  },
} satisfies Meta<typeof AdminContacts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Admins: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "ada@acme.example" })).toHaveAttribute(
      "href",
      "mailto:ada@acme.example",
    );
  },
};
export const ReaderIsTheOnlyAdmin: Story = { args: { admins: [] } };
export const NotListed: Story = { args: { admins: null } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
