import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ListWithPreview } from "../../src/components/patterns/ListWithPreview.tsx";
import { PreviewPanel } from "../../src/components/patterns/PreviewPanel.tsx";

const preview = (
  <PreviewPanel label="Preview of #12" title="Keep the cursor" heading="#12" closeLabel="Close" onClose={fn()}>
    <p>The list keeps its cursor.</p>
  </PreviewPanel>
);

const meta = {
  component: ListWithPreview,
  parameters: {
    ...usage({
      do: ["Use it for a RowGrid that fills the rest of a page."],
      dont: ["Do not use it for a page about one item: that is PageWithAside."],
    }),
  },
  argTypes: { preview: { control: false }, children: { control: false } },
  decorators: [
    (Story) => (
      <div style={{ blockSize: 400, display: "flex", flexDirection: "column" }}>
        <Story />
      </div>
    ),
  ],
  args: { children: <p>#12 Keep the cursor</p> },
} satisfies Meta<typeof ListWithPreview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture, args: { preview } };
export const WithoutPreview: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("complementary")).toBeNull();
  },
};
/** The rows of the last filter, while those of the next one are loaded. */
export const Stale: Story = { args: { isStale: true } };
export const Narrow: Story = {
  args: { preview },
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const list = canvas.getByText("#12 Keep the cursor").getBoundingClientRect();
    const panel = canvas.getByRole("complementary").getBoundingClientRect();
    await expect(panel.top).toBeGreaterThan(list.top);
  },
};
