import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { LocalizedSnippet } from "../../src/components/localization/LocalizedSnippet.tsx";
import { localization } from "../../tests/fixtures/localization.ts";

const snippet = localization().files[0]?.snippet;
if (!snippet) throw new Error("The fixture has no snippet.");

const meta = {
  component: LocalizedSnippet,
  // The stories of LocalizationPanel have the pictures.
  args: { path: "src/routes/issues/issuePages.ts", snippet },
} satisfies Meta<typeof LocalizedSnippet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Collapsed: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: /^Show \d+ more lines?$/ });
    await userEvent.click(button);
    await expect(canvas.getByRole("button")).toHaveAccessibleName("Show fewer lines");
  },
};
export const Short: Story = {
  args: { snippet: { ...snippet, lines: snippet.lines.slice(0, 5), match_lines: [41] } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
