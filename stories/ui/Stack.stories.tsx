import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, zoomed, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Stack } from "../../src/components/ui/Stack.tsx";
import { Tag } from "../../src/components/ui/Tag.tsx";

const meta = {
  component: Stack,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use a list (as ul) for items of one kind.",
        "Take the gap from the scale: 8 and 12 px between controls, 24 px and more between parts.",
      ],
      dont: ["Do not add margins to the elements inside.", "Do not nest stacks of the same gap: one is enough."],
    }),
  },
  argTypes: {
    as: { control: "select", options: ["div", "ul", "ol", "dl", "span", "section", "header"] },
    gap: { control: "select", options: [0, 1, 2, 3, 4, 5, 6] },
    align: { control: "inline-radio", options: ["stretch", "start", "center"] },
    children: { control: false },
    ref: { control: false },
  },
  args: {
    as: "div",
    gap: 3,
    align: "start",
    children: (
      <>
        <Tag>Queued</Tag>
        <Tag>Running</Tag>
        <Tag>Synced</Tag>
      </>
    ),
  },
} satisfies Meta<typeof Stack>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    const [first, second] = [canvas.getByText("Queued"), canvas.getByText("Running")].map((text) =>
      text.parentElement!.getBoundingClientRect(),
    );
    await expect(second!.top - first!.bottom).toBeCloseTo(12);
  },
};

/** A list keeps its role and loses its bullets. */
export const List: Story = {
  parameters: forState,
  args: {
    as: "ul",
    gap: 1,
    "aria-label": "Sources",
    children: (
      <>
        <li>atlas</li>
        <li>atlas-web</li>
      </>
    ),
  },
  play: async ({ canvas }) => {
    const list = canvas.getByRole("list", { name: "Sources" });
    await expect(getComputedStyle(list).listStyleType).toBe('""');
    await expect(getComputedStyle(list).paddingInlineStart).toBe("0px");
  },
};
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
