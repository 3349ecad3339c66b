import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { RepositoryList } from "../../src/components/code/RepositoryList.tsx";
import { codeRepository } from "../../tests/fixtures/code.ts";

const meta = {
  component: RepositoryList,
  // The stories of the code page have the pictures.
  args: {
    repositories: [codeRepository(), codeRepository({ id: "r-2", name: "acme/tern", branch: null })],
    hrefOf: ({ address }) => `#${address}`,
  },
} satisfies Meta<typeof RepositoryList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = { parameters: lightPicture };
export const SomeFolders: Story = { args: { folders: { "r-2": ["services/ship"] } } };
export const NotRead: Story = {
  args: { repositories: [codeRepository({ head: null, branch: null, updated_at: null, files: 0 })] },
};
