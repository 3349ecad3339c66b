import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { CommitChangeList } from "../../src/components/search/CommitChangeList.tsx";
import { commitChanges } from "../../tests/fixtures/search.ts";

const none = { matching: 0, parts: [] };

const meta = {
  parameters: pictures,
  component: CommitChangeList,
  args: { changes: commitChanges(), hrefOf: (path) => `#${path}` },
} satisfies Meta<typeof CommitChangeList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: forState,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: "tests/session.test.ts" })).toHaveTextContent(/\+test\("asks/);
    await expect(canvas.getByText("3 changed lines match.")).toBeVisible();
  },
};
export const Truncated: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // Ready with one more sentence
  args: { changes: commitChanges({ matching: 240, files: 31, truncated: true }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("240 changed lines match. Not all of them are shown.")).toBeVisible();
  },
};
export const FirstChange: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // Ready with another sentence
  args: { changes: commitChanges({ matching: 0, truncated: true }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("No changed line matches. This is the first change of 2 files.")).toBeVisible();
  },
};
/** One sentence where there is nothing to show. */
export const Merge: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { changes: commitChanges({ status: "merge", ...none }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("A merge has no changes of its own.")).toBeVisible();
  },
};
export const Binary: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { changes: commitChanges({ status: "binary", ...none }) },
};
export const Empty: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { changes: commitChanges({ status: "empty", ...none }) },
};
export const Unavailable: Story = {
  globals: { locale: "tr" },
  parameters: { chromatic: { disableSnapshot: true } },
  args: { changes: commitChanges({ status: "unavailable", ...none }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Bu sunucuda değişikliklerin kopyası yok.")).toBeVisible();
  },
};
