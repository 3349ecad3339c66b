import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BlameCell } from "../../src/components/code/BlameCell.tsx";
import { blameCommit } from "../../tests/fixtures/code.ts";

const meta = {
  component: BlameCell,
  // The stories of the code page have the pictures.
  args: {
    commit: blameCommit(),
    hrefs: {
      commit: ({ hash }) => `#${hash}`,
      issue: ({ address }) => `#${address}`,
      request: ({ address }) => `#request-${address}`,
      person: ({ id }) => `#person-${id}`,
    },
    recency: 1,
    isFirst: true,
  },
} satisfies Meta<typeof BlameCell>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ canvas, args }) => {
    const person = args.commit?.person;
    await expect(canvas.getByRole("link", { name: person?.name })).toHaveAttribute("href", `#person-${person?.id}`);
  },
};
export const Repeated: Story = { args: { isFirst: false } };
export const Oldest: Story = { args: { recency: 0 } };
export const OfARequest: Story = {
  args: {
    commit: blameCommit({
      issues: [],
      requests: [
        { key: "!12", address: "12", title: "Keep the cursor", state: "merged", url: "https://host.example/12" },
      ],
    }),
  },
};
export const UnknownPerson: Story = { args: { commit: blameCommit({ person: null, issues: [] }) } };
/** The blame does not say who wrote the line. */
export const UnknownCommit: Story = {
  args: { commit: null, recency: 0 },
  play: ({ canvas }) => expect(canvas.queryByRole("link")).toBeNull(),
};
