import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { TooltipPanel, type TooltipPanelProps } from "../../src/components/ui/TooltipPanel.tsx";

/** The panel of an element that is there. */
function WithAnchor(props: TooltipPanelProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <span ref={setAnchor} style={{ display: "inline-flex" }}>
        <Button text="Documents" {...(props.id !== undefined && { "aria-describedby": props.id })} />
      </span>
      <TooltipPanel {...props} anchor={props.anchor ?? anchor} />
    </>
  );
}

const meta = {
  component: TooltipPanel,
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: ["Use Tooltip. This is its panel, for a list whose items share one panel."],
      dont: ["Do not use it for links or buttons: it takes no focus."],
      keys: [["Escape", "Closes it; a dialog around it stays open"]],
    }),
  },
  argTypes: { anchor: { control: false } },
  args: {
    anchor: null,
    id: "about-documents",
    text: "Pages of the wikis, and Markdown of the repositories",
    onClose: fn(),
  },
  render: (args) => <WithAnchor {...args} />,
} satisfies Meta<typeof TooltipPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole("tooltip")).toBeVisible());
    const anchor = canvas.getByRole("button").getBoundingClientRect();
    await expect(canvas.getByRole("tooltip").getBoundingClientRect().top).toBeGreaterThanOrEqual(anchor.bottom - 1);
    await userEvent.keyboard("{Escape}");
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

/** The text is the name of the control, so that screen readers do not repeat it. */
export const After: Story = {
  parameters: forState,
  args: { side: "after", id: undefined, text: "Documents" },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.queryByRole("tooltip")).toBeNull();
    const panel = canvasElement.querySelector("[role=tooltip]");
    await waitFor(() => expect(panel).toBeVisible());
    const anchor = canvas.getByRole("button").getBoundingClientRect();
    await expect(panel?.getBoundingClientRect().left).toBeCloseTo(anchor.right + 8, 0);
  },
};

/** Right-to-left text mirrors the sides. */
export const AfterInRightToLeft: Story = {
  ...After,
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, canvasElement }) => {
    const panel = canvasElement.querySelector("[role=tooltip]");
    await waitFor(() => expect(panel).toBeVisible());
    const anchor = canvas.getByRole("button").getBoundingClientRect();
    await expect(panel?.getBoundingClientRect().right).toBeCloseTo(anchor.left - 8, 0);
  },
  parameters: { ...framed, chromatic: { disableSnapshot: true } },
};
