import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { InlineNotice } from "../../src/components/patterns/InlineNotice.tsx";
import { Button } from "../../src/components/ui/Button.tsx";

const meta = {
  component: InlineNotice,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use it for something that is partly missing on this page."],
      dont: ["Do not use it for the result of an action: that is a snackbar."],
    }),
  },
  args: { children: "The tracker's host does not answer, so issues are as of yesterday." },
} satisfies Meta<typeof InlineNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const OwnTitleAndAction: Story = {
  parameters: forState,
  args: { title: "History is still being read", action: <Button size="small" text="Retry" /> },
};
