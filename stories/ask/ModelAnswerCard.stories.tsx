import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelAnswerCard } from "../../src/components/ask/ModelAnswerCard.tsx";
import { answerProps, issuePassage, passage } from "../../tests/fixtures/ask.ts";

const meta = {
  component: ModelAnswerCard,
  args: {
    ...answerProps(),
    model: "loom-7b",
    passages: [passage(), issuePassage()],
    hrefOf: ({ number }, { first_line: first }) => `#passage-${number}-${first ?? "whole"}`,
  },
} satisfies Meta<typeof ModelAnswerCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Answer: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /comments\.ts lines 12–13/ })).toHaveAttribute(
      "href",
      "#passage-1-12",
    );
    await expect(canvas.getByRole("link", { name: /^Second sync/ })).toHaveAttribute("href", "#passage-2-whole");
    await expect(canvas.getByText(/1,712 tokens sent, 61 received/)).toBeVisible();
  },
};
/** A sentence that was checked, before the next one. */
export const Writing: Story = {
  args: { ...answerProps({ sentences: answerProps().sentences.slice(0, 1) }), end: null, isWriting: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: /comments\.ts lines 12–13/ })).toBeVisible();
    await expect(canvas.getByText("“loom-7b” is writing.")).toBeVisible();
    await expect(canvas.queryByText(/tokens sent/)).toBeNull();
  },
};
export const Cancelled: Story = {
  args: { ...answerProps(), end: null, isCancelled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^You cancelled the answer/)).toBeVisible();
  },
};
export const SentencesLeftOut: Story = {
  args: answerProps({ dropped: 2, is_cut: true, is_estimated: true, cost: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^2 sentences are not shown/)).toBeVisible();
    await expect(canvas.getByText(/cut off/)).toBeVisible();
  },
};
export const NothingToShow: Story = {
  args: answerProps({ sentences: [], dropped: 1 }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/found no answer in these passages/)).toBeVisible();
  },
};
/** Markdown, HTML and addresses in a sentence are text. */
export const Hostile: Story = {
  args: answerProps({
    sentences: [
      {
        text: 'Press [here](https://evil.example) or <b onclick="x()">there</b>.',
        citations: [{ number: 1, first_line: 12, last_line: 12 }],
      },
    ],
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/\[here\]\(https:\/\/evil\.example\) or <b/)).toBeVisible();
    await expect(canvas.getAllByRole("link")).toHaveLength(1);
  },
};
