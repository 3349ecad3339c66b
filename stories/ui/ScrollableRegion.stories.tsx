import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { usage } from "../../.storybook/usage.ts";
import { expect, screen, userEvent, waitFor } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { ScrollableRegion } from "../../src/components/ui/ScrollableRegion.tsx";

const lines = (count: number) => Array.from({ length: count }, (_, i) => <p key={i}>Line {i + 1}</p>);

const meta = {
  parameters: {
    ...pictures,
    ...framed,
    ...usage({
      do: ["Use it around everything that may be wider than a phone."],
      dont: ["Do not nest two that scroll the same way."],
      keys: [
        ["Tab", "Moves to the region, if it scrolls"],
        ["Arrow keys", "Scroll it"],
      ],
    }),
  },
  component: ScrollableRegion,
  decorators: [
    (Story) => (
      <main>
        <button type="button">Before</button>
        <Story />
        <button type="button">After</button>
      </main>
    ),
  ],
  args: { label: "Lines", maxHeight: "8rem", children: lines(2) },
} satisfies Meta<typeof ScrollableRegion>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
/** Without overflow it is no stop of the Tab key. */
export const Fits: Story = {
  parameters: forState,
  play: async () => {
    await waitFor(() => expect(screen.queryByRole("group")).toBeNull());
    screen.getByRole("button", { name: "Before" }).focus();
    await userEvent.tab();
    await expect(screen.getByRole("button", { name: "After" })).toHaveFocus();
  },
};
/** What is loaded later, in place of a placeholder, is measured too. */
export const GrowsLater: Story = {
  parameters: forState,
  render: function Loaded(args) {
    const [isLoaded, setLoaded] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setLoaded(true)}>
          Load
        </button>
        <ScrollableRegion {...args}>
          {isLoaded ? <div key="lines">{lines(30)}</div> : <p key="placeholder">Loading</p>}
        </ScrollableRegion>
      </>
    );
  },
  play: async () => {
    await waitFor(() => expect(screen.queryByRole("group")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Load" }));
    await expect(await screen.findByRole("group", { name: "Lines" })).toHaveAttribute("tabindex", "0");
  },
};
/** The arrow keys scroll it while it has the focus. */
export const Scrolls: Story = {
  parameters: forState,
  args: { children: lines(30) },
  play: async () => {
    screen.getByRole("button", { name: "Before" }).focus();
    await userEvent.tab();
    await expect(screen.getByRole("group", { name: "Lines" })).toHaveFocus();
  },
};
