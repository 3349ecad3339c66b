import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { InstalledRepositories } from "../../src/components/sources/InstalledRepositories.tsx";
import { usableInstallation } from "../../tests/fixtures/apps.ts";

const meta = {
  component: InstalledRepositories,
  args: {
    installations: [usableInstallation()],
    installation: "installation-1",
    repositories: [
      { name: "acme/atlas", url: "https://github.com/acme/atlas", visibility: "private" },
      { name: "acme/rocket", url: "https://github.com/acme/rocket", visibility: "public" },
    ],
    url: "",
    isBusy: false,
    onInstallation: fn(),
    onRepository: fn(),
  },
} satisfies Meta<typeof InstalledRepositories>;
export default meta;
type Story = StoryObj<typeof meta>;

export const One: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Repository"), "acme/rocket");
    await expect(args.onRepository).toHaveBeenCalledWith("https://github.com/acme/rocket");
    await expect(canvas.queryByLabelText("Installation")).toBeNull();
  },
};
export const Several: Story = {
  args: { installations: [usableInstallation(), usableInstallation({ id: "installation-2", account: "acme-labs" })] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText("Installation"), "installation-2");
    await expect(args.onInstallation).toHaveBeenCalledWith("installation-2");
  },
};
export const Loading: Story = { args: { repositories: null } };
export const Failed: Story = {
  args: { repositories: null, failure: "acme has suspended the app Clew Acme 7f2a." },
};
