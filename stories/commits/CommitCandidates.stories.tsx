import type { Meta, StoryObj } from "@storybook/react-vite";
import { lightPicture } from "../../.storybook/modes.ts";
import { CommitCandidates } from "../../src/components/commits/CommitCandidates.tsx";
import { ambiguousAnswer, missingAnswer } from "../../tests/fixtures/commits.ts";

const meta = {
  component: CommitCandidates,
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
    answer: ambiguousAnswer(),
    hash: "4f2c91d",
    commitHref: ({ hash }) => `/projects/atlas/commits/${hash}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    searchHref: "/projects/atlas?q=4f2c91d",
  },
} satisfies Meta<typeof CommitCandidates>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ambiguous: Story = { parameters: lightPicture };
export const Missing: Story = { args: { answer: missingAnswer() } };
export const MissingEverywhere: Story = { args: { answer: { ...missingAnswer(), candidates: [], repositories: [] } } };
export const Turkish: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  globals: { locale: "tr" },
  args: { answer: missingAnswer() },
};
