import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, inForcedColors, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Meter } from "../../src/components/ui/Meter.tsx";

const meta = {
  component: Meter,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Omit the label where the text next to it has the number."],
      dont: ["Do not use it for progress: a bar that moves is a ProgressBar."],
    }),
  },
  args: { share: 0.62, label: "62% of the disk is used" },
  render: (args) => (
    <div style={{ inlineSize: "12rem" }}>
      <Meter {...args} />
    </div>
  ),
} satisfies Meta<typeof Meter>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const TonesAndSizes: Story = {
  parameters: forState,
  render: () => (
    <div style={{ display: "grid", gap: "var(--space-3)", inlineSize: "12rem" }}>
      {(["primary", "muted", "success", "warning", "danger"] as const).map((tone) => (
        <Meter key={tone} share={0.62} tone={tone} label={tone} />
      ))}
      {(["small", "medium", "large"] as const).map((size) => (
        <Meter key={size} share={0.3} size={size} label={size} />
      ))}
    </div>
  ),
};
export const Clamped: Story = {
  parameters: forState,
  args: { share: 1.7, label: "Over the limit" },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("meter", { name: "Over the limit" })).toHaveAttribute("aria-valuenow", "100");
  },
};
export const Empty: Story = {
  args: { share: 0, label: "Nothing is used" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    const meter = canvas.getByRole("meter", { name: "Nothing is used" });
    await expect(meter).toHaveAttribute("aria-valuenow", "0");
    await expect(meter.firstElementChild?.clientWidth).toBe(0);
  },
};
export const NextToItsNumber: Story = {
  parameters: forState,
  args: { share: 0.62 },
  render: ({ share }) => (
    <p style={{ inlineSize: "12rem", margin: 0 }}>
      62% <Meter share={share} />
    </p>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("meter")).toBeNull();
  },
};
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
