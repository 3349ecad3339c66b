import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { TermList } from "../../src/components/ui/TermList.tsx";

const meta = {
  component: TermList,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for terms and names that are evidence.", "Show the strongest ones first."],
      dont: ["Do not use it for labels of an issue: LabelList has their form."],
      keys: BUTTON_KEYS,
    }),
  },
  args: { terms: ["cursor", "reload", "session_store", "PageCursor", "restore"], shown: 3, label: "Terms" },
} satisfies Meta<typeof TermList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const All: Story = {
  args: { shown: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("listitem")).toHaveLength(5);
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Expanded: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByText("restore")).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "and 2 more" }));
    await expect(canvas.getByText("restore")).toBeVisible();
    // The button is gone: the first term that it showed has the focus.
    await expect(canvas.getAllByRole("listitem")[3]).toHaveFocus();
    await expect(canvas.queryByRole("button")).toBeNull();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const LongTerm: Story = {
  args: { terms: ["aVeryLongIdentifierThatIsLongerThanALineOfANarrowPanel".repeat(3), "cursor"] },
  parameters: forLayout,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
