import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect } from "storybook/test";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { FoldPanel, type FoldPanelProps } from "../../src/components/patterns/FoldPanel.tsx";
import { lightPicture } from "../../.storybook/modes.ts";
import { PanelCard } from "../../src/components/patterns/PanelCard.tsx";

/** Its owner keeps whether it is open. */
function Folding(props: FoldPanelProps) {
  const [isOpen, setIsOpen] = useState(props.isOpen ?? false);
  return <FoldPanel {...props} isOpen={isOpen} onToggle={props.onToggle && (() => setIsOpen(!isOpen))} />;
}

const meta = {
  component: FoldPanel,
  render: (args) => <Folding {...args} />,
  parameters: {
    ...usage({
      do: ["Say in the summary what was found, so that most readers need not open it."],
      dont: ["Do not fold what the page is about: PanelCard shows it."],
      keys: BUTTON_KEYS,
    }),
  },
  args: {
    title: "Similar and duplicates",
    summary: "#35, #26, #62 and 2 more",
    onToggle: () => undefined,
    children: (
      <PanelCard title="Similar and duplicates" lead="In all trackers of the project">
        <p>#35 One cancelled parcel and my phone sends nothing any more</p>
      </PanelCard>
    ),
  },
} satisfies Meta<typeof FoldPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ canvas }) => {
    const button = canvas.getByRole("button", { name: "Similar and duplicates" });
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(canvas.queryByText("In all trackers of the project")).toBeNull();
    // Only paper has it.
    await expect(canvas.getByText("This part was folded when the page was printed.")).not.toBeVisible();
    button.click();
    await expect(await canvas.findByText("In all trackers of the project")).toBeVisible();
    // The title of the panel within is not repeated.
    await expect(canvas.getAllByText("Similar and duplicates")).toHaveLength(1);
    button.click();
    await expect(await canvas.findByText("#35, #26, #62 and 2 more")).toBeVisible();
  },
};
export const Open: Story = {
  args: { isOpen: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText("This part was folded when the page was printed.")).toBeNull();
  },
};
export const NothingFound: Story = { args: { summary: "No similar issue", onToggle: undefined, children: undefined } };
export const LongSummary: Story = { args: { summary: "Tomas Brandt, Mira Solak, Priya Raman, ".repeat(9) } };
