import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { TitledList } from "../../src/components/patterns/TitledList.tsx";

const meta = {
  component: TitledList,
  parameters: {
    ...usage({
      do: ["Use it for a short list that may be empty or shown in part."],
      dont: ["Do not use it for a list that can be loaded further: use LoadMore."],
    }),
  },
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Commit</h1>
        <Story />
      </>
    ),
  ],
  args: {
    title: "Issues",
    headingLevel: 2,
    total: 2,
    emptyText: "The commit mentions no issue.",
    children: [<li key="1">The cursor is lost after a reload</li>, <li key="2">Typing is slow in large files</li>],
  },
} satisfies Meta<typeof TitledList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: "Issues 2" })).toBeVisible();
    await expect(canvas.queryByText(/more/)).toBeNull();
  },
};
export const Empty: Story = { args: { total: 0, children: [] } };
export const HiddenWithoutEntries: Story = {
  args: { total: 0, emptyText: null, children: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("region")).toBeNull();
  },
};
export const WithActions: Story = { args: { actions: <button type="button">Add</button> } };
export const WithLead: Story = { args: { lead: "Closed or named by this commit" } };
/** A list that is longer scrolls within itself, also by keys. */
export const Scrolling: Story = {
  args: { maxHeight: "6rem", total: 20, children: Array.from({ length: 20 }, (_, at) => <li key={at}>Issue {at}</li>) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("region", { name: "Issues 20" })).toBeVisible();
    await expect(canvas.getByRole("group", { name: "Issues 20" })).toHaveAttribute("tabindex", "0");
  },
};
export const ShownInPart: Story = {
  args: { total: 1402, note: "12 of them are merged" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("and 1,400 more")).toBeVisible();
  },
};
export const Turkish: Story = {
  args: { total: 1402 },
  globals: { locale: "tr" },
};
