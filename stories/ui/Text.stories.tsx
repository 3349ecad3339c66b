import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, zoomed } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Text } from "../../src/components/ui/Text.tsx";

const meta = {
  component: Text,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Choose the element by its meaning (p, h2, code) and the look by size, weight and tone.",
        "Break paths, keys and addresses anywhere (overflow anywhere).",
      ],
      dont: [
        "Do not use a tone as the only mark of a state: add a word or an icon.",
        "Do not cut a text that is not readable elsewhere.",
      ],
    }),
  },
  argTypes: {
    as: {
      control: "select",
      options: ["span", "p", "div", "li", "dt", "dd", "label", "time", "code", "h2", "h3"],
    },
    size: { control: "select", options: [undefined, "small", "compact", "body", "large", "heading", "title"] },
    weight: { control: "inline-radio", options: [undefined, "medium", "strong"] },
    tone: { control: "inline-radio", options: [undefined, "muted", "success", "warning", "danger"] },
    overflow: { control: "inline-radio", options: [undefined, "anywhere", "ellipsis"] },
    ref: { control: false },
  },
  args: { as: "p", size: "body", isNumeric: false, children: "Synced 1,234 issues from İstanbul’s tracker" },
} satisfies Meta<typeof Text>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ canvas }) => {
    const { fontSize, margin } = getComputedStyle(canvas.getByRole("paragraph"));
    await expect([fontSize, margin]).toEqual(["14px", "0px"]);
  },
};
export const Tones: Story = {
  render: () => (
    <>
      {(["muted", "success", "warning", "danger"] as const).map((tone) => (
        <Text key={tone} as="p" tone={tone}>
          {tone}
        </Text>
      ))}
    </>
  ),
};
export const Heading: Story = {
  args: { as: "h2", size: "heading", weight: "strong", children: "Members" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 2, name: "Members" })).toBeVisible();
  },
};
/** The box is as wide as its container, and not wider. */
export const TooLong: Story = {
  decorators: [(Story) => <div style={{ inlineSize: "12rem" }}>{Story()}</div>],
  args: { overflow: "ellipsis", children: "packages/server/src/synchronization/incrementalCheckpoint.ts" },
  play: async ({ canvas }) => {
    const text = canvas.getByRole("paragraph");
    await expect(text.scrollWidth).toBeGreaterThan(text.clientWidth);
    await expect(text.clientWidth).toBeLessThanOrEqual(192);
  },
  parameters: forLayout,
};
/** Digits of one width, for numbers below each other. */
export const Numeric: Story = {
  args: { isNumeric: true, children: "1,111 of 8,888" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(getComputedStyle(canvas.getByRole("paragraph")).fontVariantNumeric).toBe("tabular-nums");
  },
};
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
