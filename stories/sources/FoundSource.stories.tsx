import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FoundSource } from "../../src/components/sources/FoundSource.tsx";

const meta = {
  component: FoundSource,
  args: {
    kind: "repository",
    provider: "github",
    found: { valid: true, name: "acme/atlas", visibility: "private", default_branch: "main" },
  },
} satisfies Meta<typeof FoundSource>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Repository: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/acme\/atlas/)).toBeVisible();
    await expect(canvas.getByText(/main/)).toBeVisible();
  },
};
export const Tracker: Story = {
  args: {
    kind: "tracker",
    provider: "jira",
    found: {
      valid: true,
      name: "ATLAS",
      visibility: "private",
      items: 412,
      account: "Grace Hopper",
      missing_scopes: ["read:issue"],
      custom_fields: ["Team", "Size"],
      sample: ["The route is drawn twice", "Tiles stay grey"],
      notes: ["Confidential issues are left out."],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Grace Hopper/)).toBeVisible();
    await expect(canvas.getByText(/read:issue/)).toBeVisible();
    await expect(canvas.getByText(/Team and Size/)).toBeVisible();
    await expect(canvas.getByRole("list", { name: "What it sees" })).toBeVisible();
  },
};
