import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { forState, lightPicture } from "../../.storybook/modes.ts";
import { RefList } from "../../src/components/sources/RefList.tsx";

const meta = {
  component: RefList,
  args: {
    refs: [
      { name: "release/2.1", kind: "branch", state: "ready", commit: "1".repeat(40), files: 4210, text: null },
      { name: "main", kind: "branch", state: "default", commit: "2".repeat(40), files: 4302, text: null },
      { name: "v2.0", kind: "tag", state: "waiting", commit: null, files: 0, text: null },
      { name: "hotfix/*", kind: "pattern", state: "missing", commit: null, files: 0, text: null },
      { name: "release/1.0", kind: "branch", state: "over_limit", commit: null, files: 0, text: null },
    ],
  },
} satisfies Meta<typeof RefList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const EachState: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/4,210 files/)).toBeVisible();
    await expect(canvas.getByText(/no branch or tag matches/)).toBeVisible();
  },
};
export const Failed: Story = {
  args: {
    refs: [
      {
        name: "vendor-import",
        kind: "branch",
        state: "failed",
        commit: null,
        files: 0,
        text: "The commit has more than 1,000,000 files.",
      },
    ],
  },
  parameters: { ...forState },
};
export const None: Story = { args: { refs: [] } };
