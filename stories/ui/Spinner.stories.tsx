import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Spinner } from "../../src/components/ui/Spinner.tsx";

const meta = {
  component: Spinner,
  argTypes: {
    size: { control: "inline-radio", options: [12, 14, 16, 20] },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it inside of a control that waits."],
      dont: ["Do not use it for a part of a page: that is Skeleton."],
    }),
  },
  args: { label: "Loading", size: 20 },
} satisfies Meta<typeof Spinner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Small: Story = { parameters: forState, args: { size: 14 } };
/** With a name it is announced; where text next to it has the state, screen readers skip it. */
export const Named: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: () => (
    <>
      <Spinner label="Loading" /> <Spinner />
    </>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("progressbar")).toEqual([canvas.getByLabelText("Loading")]);
  },
};
