import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ReferencesPanel } from "../../src/components/code/ReferencesPanel.tsx";
import { referenceFiles } from "../../tests/fixtures/references.ts";

const MORE = { paging: "more", failure: null, onMore: fn() } as const;
const COMPLETE = { ...MORE, paging: "complete" } as const;

const meta = {
  component: ReferencesPanel,
  decorators: [
    (Story) => (
      <>
        <h1>Code</h1>
        <h2>References to planRoute</h2>
        <Story />
      </>
    ),
  ],
  args: {
    more: COMPLETE,
    files: referenceFiles(),
    precision: "by_name",
    candidates: 2,
    read: 2,
    hrefOf: ({ path }, line) => `/projects/tern/documents?path=${path}#L${line}`,
  },
} satisfies Meta<typeof ReferencesPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Complete: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("status")).toHaveTextContent("3 references in 2 files");
    await expect(canvas.getByText("By name")).toBeVisible();
  },
};
export const Precise: Story = {
  args: { precision: "precise" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Precise")).toBeVisible();
  },
};
export const MoreToRead: Story = { args: { candidates: 812, read: 240, more: MORE } };
export const LoadingMore: Story = { args: { candidates: 812, read: 240, more: { ...MORE, paging: "loading" } } };
export const Unused: Story = { args: { files: [] } };
export const Loading: Story = { args: { files: null, precision: null } };
export const Failed: Story = { args: { files: null, precision: null, failure: "No connection. Check your network." } };
export const Turkish: Story = { globals: { locale: "tr" } };
