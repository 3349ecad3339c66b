import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { ForeignText } from "../../src/components/ui/ForeignText.tsx";

const meta = {
  component: ForeignText,
  parameters: {
    ...usage({
      do: ["Use it for titles, names and paths from a host, a repository or another user, next to other text."],
      dont: ["Do not use it for texts of the app, nor for code, whose lines are marked by `markHtml`."],
    }),
  },
  args: { text: "Parse tokens with dots" },
} satisfies Meta<typeof ForeignText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const ReversedName: Story = {
  args: { text: "invoice\u202egpj.exe" },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText("U+202E")).toBeVisible();
    await expect(canvasElement).not.toHaveTextContent("\u202e");
  },
};
export const InvisibleCharacters: Story = { args: { text: "zero\u200bwidth, soft\u00adhyphen" } };
export const RightToLeft: Story = {
  args: { text: "שלום (1)" },
  render: (args) => (
    <p>
      <ForeignText {...args} />, opened by Ada · #71
    </p>
  ),
};
