import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { Avatar } from "../../src/components/ui/Avatar.tsx";

const meta = {
  component: Avatar,
  parameters: {
    ...pictures,
    ...usage({
      do: [
        "Show the name next to it; two people may have the same letters.",
        "Set isDecorative where the name is next to it, so that it is not read twice.",
      ],
      dont: ["Do not use it for projects or sources."],
    }),
  },
  args: { name: "Ada Kaya" },
} satisfies Meta<typeof Avatar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Large: Story = { args: { size: 48 } };
export const OneWord: Story = { args: { name: "root" }, parameters: { chromatic: { disableSnapshot: true } } };
export const TurkishLetters: Story = { args: { name: "Şule İnce" }, parameters: forLayout };
export const OnlyAnAddress: Story = { args: { name: "someone.new@partner.example" }, parameters: forState };
export const NoLetters: Story = { args: { name: "…" } };
export const Many: Story = {
  render: () => (
    <div style={{ display: "flex", flexWrap: "wrap", gap: "0.5rem" }}>
      {["Ada Kaya", "Bora Yılmaz", "Cem Öz", "Deniz Ak", "Elif Er", "Jonas Weber", "Amara Okafor", "Inês Carvalho"].map(
        (name) => (
          <Avatar key={name} name={name} />
        ),
      )}
    </div>
  ),
  parameters: forLayout,
};
/** Its name is next to it. */
export const Decorative: Story = {
  args: { isDecorative: true },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("img")).toBeNull();
  },
};
