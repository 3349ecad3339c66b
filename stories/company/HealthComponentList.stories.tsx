import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { HealthComponentList } from "../../src/components/company/HealthComponentList.tsx";
import { companyHealth, sickHealth } from "../../tests/fixtures/account.ts";

const meta = {
  component: HealthComponentList,
  // The stories of HealthReport have the pictures.
  args: { health: companyHealth(), setupHref: "/settings/setup" },
} satisfies Meta<typeof HealthComponentList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Good: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(7);
    await expect(canvas.getByRole("link", { name: "Mail in the setup" })).toHaveAttribute("href", "/settings/setup");
  },
};
export const Bad: Story = { args: { health: sickHealth() } };
export const WithoutDiskAndBackup: Story = {
  args: { health: companyHealth({ disk: null, backup: null }) },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(5);
  },
};
