import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, zoomed } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";
import { Inline } from "../../src/components/ui/Inline.tsx";

const meta = {
  component: Inline,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Use it for a line of buttons, tags or facts.",
        "Let it wrap: a phone and a language with longer words need it.",
      ],
      dont: ["Do not use it for columns that align across rows: that is a Table."],
    }),
  },
  argTypes: {
    as: { control: "select", options: ["div", "ul", "ol", "span", "section", "header"] },
    gap: { control: "select", options: [0, 1, 2, 3, 4, 5, 6] },
    align: { control: "inline-radio", options: ["stretch", "start", "center", "baseline"] },
    justify: { control: "inline-radio", options: [undefined, "between"] },
    children: { control: false },
    ref: { control: false },
  },
  args: {
    as: "div",
    gap: 2,
    align: "center",
    wraps: true,
    children: (
      <>
        <Button text="Save" intent="primary" />
        <Button text="Cancel" variant="minimal" />
        <span>Saved 3 minutes ago</span>
      </>
    ),
  },
} satisfies Meta<typeof Inline>;
export default meta;
type Story = StoryObj<typeof meta>;

const topOf = (element: HTMLElement): number => element.getBoundingClientRect().top;

export const Playground: Story = {
  play: async ({ canvas }) => {
    const [save, cancel] = canvas.getAllByRole("button");
    await expect(topOf(save!)).toBe(topOf(cancel!));
    await expect(cancel!.getBoundingClientRect().left - save!.getBoundingClientRect().right).toBeCloseTo(8);
  },
};

export const Justified: Story = { args: { justify: "between" } };

/** One line, in which the text becomes narrower. */
export const OneLine: Story = {
  args: { wraps: false },
  decorators: [(Story) => <div style={{ inlineSize: "16rem" }}>{Story()}</div>],
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    const save = canvas.getByRole("button", { name: "Save" }).getBoundingClientRect();
    const text = canvas.getByText("Saved 3 minutes ago").getBoundingClientRect();
    await expect(text.left).toBeGreaterThan(save.right);
    await expect(text.top).toBeLessThan(save.bottom);
  },
};

/** What does not fit is on the next line. */
export const Narrow: Story = {
  decorators: [(Story) => <div style={{ inlineSize: "10rem" }}>{Story()}</div>],
  play: async ({ canvas }) => {
    await expect(topOf(canvas.getByText("Saved 3 minutes ago"))).toBeGreaterThan(
      canvas.getByRole("button", { name: "Save" }).getBoundingClientRect().bottom,
    );
  },
  parameters: forLayout,
};
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
