import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { PassageList } from "../../src/components/ask/PassageList.tsx";
import { issuePassage, passage } from "../../tests/fixtures/ask.ts";
import { HOSTILE } from "../../tests/fixtures/hostileText.ts";

const meta = {
  component: PassageList,
  args: { passages: [passage(), issuePassage()], hrefOf: ({ number }) => `#passage-${number}` },
} satisfies Meta<typeof PassageList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const CodeAndIssue: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "src/sync/comments.ts" })).toHaveAttribute("href", "#passage-1");
    await expect(canvas.getByText(/lines 12–15/)).toBeVisible();
  },
};
export const LongPassage: Story = {
  args: {
    passages: [
      passage({ last_line: 51, text: Array.from({ length: 40 }, (_, at) => `const line${at} = ${at};`).join("\n") }),
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText("const line30 = 30;")).not.toBeVisible();
    await userEvent.click(canvas.getByText("28 more lines"));
    await expect(canvas.getByText("const line30 = 30;")).toBeVisible();
  },
};
/** Texts of other people are text. */
export const Hostile: Story = {
  args: {
    passages: [
      issuePassage({ title: HOSTILE.title, text: '<img src="x" onerror="alert(1)"> ![x](https://evil.example/x.png)' }),
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/<img src="x"/)).toBeVisible();
    await expect(canvasElement.querySelector("img")).toBeNull();
  },
};
