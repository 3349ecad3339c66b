import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { DiffHunks } from "../../src/components/patterns/DiffHunks.tsx";
import { commitFile } from "../../tests/fixtures/commits.ts";

const meta = {
  component: DiffHunks,
  // The stories of the commit page have the pictures.
  parameters: {
    ...usage({
      do: ["Use it for the changed lines of one text file."],
      dont: ["Do not use it for a whole file: use the code page."],
    }),
  },
  args: {
    hunks: commitFile().hunks,
    layout: "unified",
    language: "TypeScript",
    label: "src/routes/issues/issuePages.ts",
  },
} satisfies Meta<typeof DiffHunks>;
export default meta;
type Story = StoryObj<typeof meta>;

const [hunk] = commitFile().hunks;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Unified: Story = {
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/^Lines \d+–\d+$/)).toBeVisible();
    await expect(canvas.getByText(/<b>none<\/b>/)).toBeVisible();
    const marks = [...canvasElement.querySelectorAll("mark")].map(({ textContent }) => textContent);
    await expect(marks).toEqual(["1", "filter", "{ ", ", filter }"]);
  },
};
export const Split: Story = { args: { layout: "split" } };
const notes = new Map([["new:12", <p key="note">Why not a default? The line below it says.</p>]]);
/** A note is below its line, in both layouts. */
export const WithNotes: Story = {
  args: { notes },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Why not a default? The line below it says.")).toBeVisible();
  },
};
export const SplitWithNotes: Story = { args: { notes, layout: "split" } };
export const PlainText: Story = { args: { language: null } };
/** Letters that reverse the direction of the text, and others without a shape, are shown by their numbers. */
export const HiddenCharacters: Story = {
  args: { hunks: hunk ? [{ ...hunk, lines: ["+if (isAdmin\u202e\u2066) {", "+one\u200btwo"] }] : [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("U+202E")).toBeVisible();
  },
};
