import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { RequestStateTag } from "../../src/components/patterns/RequestStateTag.tsx";

const meta = {
  component: RequestStateTag,
  parameters: {
    ...usage({
      do: ["Show it next to the key or title of a request."],
      dont: ["Do not show it without a word where the title is not next to it."],
    }),
  },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Request</h1>
        <Story />
      </>
    ),
  ],
  args: { state: "open" },
} satisfies Meta<typeof RequestStateTag>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const Draft: Story = { args: { isDraft: true } };
export const Merged: Story = { args: { state: "merged" } };
export const Closed: Story = { args: { state: "closed" } };
export const WithoutWord: Story = {
  args: { hasWord: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("img", { name: "open" })).toBeVisible();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
