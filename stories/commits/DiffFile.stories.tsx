import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DiffFile } from "../../src/components/commits/DiffFile.tsx";
import { commitDiff, commitFile } from "../../tests/fixtures/commits.ts";

const meta = {
  component: DiffFile,
  // The stories of the commit page have the pictures.
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Changes</h2>
        <Story />
      </>
    ),
  ],
  args: { file: commitFile(), layout: "unified", href: "#file", onUnfold: fn() },
} satisfies Meta<typeof DiffFile>;
export default meta;
type Story = StoryObj<typeof meta>;

const [, renamed = commitFile(), generated = commitFile(), binary = commitFile()] = commitDiff().files;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Changes of src/routes/issues/issuePages.ts" }));
    await expect(canvas.queryByText(/readCursor/)).toBeNull();
  },
};
export const Renamed: Story = { args: { file: renamed } };
export const Folded: Story = {
  args: { file: generated },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Show 1,271 lines, package-lock.json" }));
    await expect(args.onUnfold).toHaveBeenCalledOnce();
  },
};
export const FoldedWithoutCounts: Story = {
  args: { file: { ...generated, folded: "budget", added: null, removed: null } },
};
export const Unfolding: Story = { args: { file: generated, isUnfolding: true } };
export const NotUnfolded: Story = { args: { file: generated, failure: "The server did not answer in time." } };
export const Binary: Story = { args: { file: binary, href: null } };
export const Truncated: Story = { args: { file: commitFile({ folded: "large", clipped: true }) } };
export const ModeChanged: Story = {
  args: { file: commitFile({ new_mode: "100755", added: 0, removed: 0, hunks: [] }) },
};
export const Submodule: Story = {
  args: {
    file: commitFile({
      kind: "submodule",
      path: "vendor/lib",
      language: null,
      hunks: [
        {
          old_start: 1,
          old_lines: 1,
          new_start: 1,
          new_lines: 1,
          heading: "",
          lines: ["-Subproject commit 11", "+Subproject commit 22"],
        },
      ],
    }),
  },
};
export const Turkish: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  globals: { locale: "tr" },
  args: { file: generated },
};
