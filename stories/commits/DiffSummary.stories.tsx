import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DiffSummary } from "../../src/components/commits/DiffSummary.tsx";
import { commitDiff, commitSummary } from "../../tests/fixtures/commits.ts";

const meta = {
  component: DiffSummary,
  // The stories of the commit page have the pictures.
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Commit</h1>
        <Story />
      </>
    ),
  ],
  args: {
    diff: commitDiff(),
    view: { layout: "unified", ignoresWhitespace: false, parent: 1 },
    onViewChange: fn(),
  },
} satisfies Meta<typeof DiffSummary>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("switch", { name: "Ignore white space" }));
    await expect(args.onViewChange).toHaveBeenCalledWith({ layout: "unified", ignoresWhitespace: true, parent: 1 });
  },
};
export const Merge: Story = {
  args: { diff: commitDiff({ parents: [commitSummary().hash, "1a2b3c4".padEnd(40, "0")] }) },
};
export const CutList: Story = { args: { diff: commitDiff({ total: 12_345 }) } };
export const Turkish: Story = { parameters: { chromatic: { disableSnapshot: true } }, globals: { locale: "tr" } };
