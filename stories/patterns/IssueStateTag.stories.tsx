import type { Meta, StoryObj } from "@storybook/react-vite";
import { usage } from "../../.storybook/usage.ts";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { IssueStateTag } from "../../src/components/patterns/IssueStateTag.tsx";

const meta = {
  component: IssueStateTag,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Show it next to the key or title of an issue."],
      dont: ["Do not show it without a word where the title is not next to it."],
    }),
  },
  args: { state: "open" },
} satisfies Meta<typeof IssueStateTag>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Closed: Story = { args: { state: "closed" } };
export const WithoutWord: Story = { args: { hasWord: false } };
export const ClosedWithoutWord: Story = {
  args: { state: "closed", hasWord: false },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
