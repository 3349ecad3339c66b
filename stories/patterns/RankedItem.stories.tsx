import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { RankedItem } from "../../src/components/patterns/RankedItem.tsx";
import { LinkButton } from "../../src/components/ui/LinkButton.tsx";

const meta = {
  component: RankedItem,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for an entry of a ranking that shows why it has its rank.",
        "Name the strongest reasons in the summary.",
      ],
      dont: ["Do not put facts into the score that are not part of it."],
      keys: BUTTON_KEYS,
    }),
  },
  decorators: [
    (Story) => (
      <ol style={{ listStyle: "none", margin: 0, maxInlineSize: "32rem", padding: 0 }}>
        <Story />
      </ol>
    ),
  ],
  argTypes: { name: { control: "text" }, action: { control: false }, facts: { control: false } },
  args: {
    rank: 1,
    name: "src/parser/tokenizer.ts",
    headingLevel: 3,
    score: { share: 0.8, label: "80% of the best score", score: "Score 12.4" },
    summary: [{ text: "Defines a name of the report" }, { text: "A test: pushed down", isAgainst: true }],
    isOpen: false,
    onToggle: fn(),
    children: <p style={{ margin: 0 }}>Changed by 4 of 12 commits that mention the issue.</p>,
  },
} satisfies Meta<typeof RankedItem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Opens: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.queryByText(/Changed by 4/)).toBeNull();
    await userEvent.click(canvas.getByRole("button", { name: "src/parser/tokenizer.ts", expanded: false }));
    await expect(args.onToggle).toHaveBeenCalledOnce();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
/** The evidence replaces the summary. */
export const Open: Story = {
  args: { isOpen: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Changed by 4/)).toBeVisible();
    await expect(canvas.queryByText("Defines a name of the report")).toBeNull();
  },
};
export const WithActionAndFacts: Story = {
  args: {
    action: <LinkButton size="small" variant="minimal" href="#/documents" text="Open" />,
    facts: <p style={{ margin: 0 }}>in acme/payments</p>,
  },
};
export const WithoutReasons: Story = { args: { summary: [] } };
export const LongName: Story = {
  args: {
    name: <span style={{ overflowWrap: "anywhere" }}>{`src/${"a-folder-of-many-words/".repeat(6)}index.ts`}</span>,
  },
  parameters: forLayout,
};
