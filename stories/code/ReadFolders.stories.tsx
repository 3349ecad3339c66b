import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ReadFolders } from "../../src/components/code/ReadFolders.tsx";

const meta = {
  component: ReadFolders,
  args: { repository: "acme/atlas", folders: ["services/ship"] },
} satisfies Meta<typeof ReadFolders>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneFolder: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Only services/ship of acme/atlas is read")).toBeVisible();
  },
};
export const SeveralFolders: Story = { parameters: lightPicture, args: { folders: ["libs/money", "services/pay"] } };
export const ManyFolders: Story = {
  args: { folders: Array.from({ length: 50 }, (_, at) => `services/team-${at + 1}`) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/services\/team-5, and 45 more folders of acme\/atlas are read$/)).toBeVisible();
  },
};
export const All: Story = { args: { folders: [] } };
