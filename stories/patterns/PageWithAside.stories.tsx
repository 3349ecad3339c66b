import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { PageWithAside } from "../../src/components/patterns/PageWithAside.tsx";

const meta = {
  component: PageWithAside,
  parameters: {
    ...usage({
      do: ["Use it for the page of one commit, request or person, below its PageHeader."],
      dont: ["Do not put what the page is about in the aside: on a phone it is below everything else."],
    }),
  },
  argTypes: { aside: { control: false }, children: { control: false } },
  args: { asideLabel: "Connections", aside: <p>Fixes #12</p>, children: <p>Keep the cursor of a list</p> },
} satisfies Meta<typeof PageWithAside>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("complementary", { name: "Connections" })).toHaveTextContent("Fixes #12");
  },
};
export const LongWords: Story = {
  args: { children: <p style={{ overflowWrap: "anywhere" }}>{"src/routes/".repeat(60)}</p> },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
export const Narrow: Story = {
  globals: { viewport: { value: "phone" } },
};
