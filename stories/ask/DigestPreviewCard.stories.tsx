import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { DigestPreviewCard } from "../../src/components/ask/DigestPreviewCard.tsx";
import { digestPreview } from "../../tests/fixtures/ask.ts";

const meta = {
  component: DigestPreviewCard,
  args: { preview: digestPreview() },
} satisfies Meta<typeof DigestPreviewCard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** What leaves is shown in its parts, and byte by byte. */
export const Week: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await expect(canvas.getByText(/“loom-7b” at models\.acme\.example: here about 210 tokens/)).toBeVisible();
    await expect(canvas.getByText(/costs 0\.01 at most/)).toBeVisible();
    await expect(canvas.getByText("You closed 3 issues.")).toBeVisible();
    await userEvent.click(canvas.getByText("The exact bytes"));
    const bytes = [...canvasElement.querySelectorAll("pre")].at(-1);
    await expect(bytes?.textContent.replaceAll("\n", "")).toBe(args.preview.body);
  },
};
export const WithoutPrice: Story = { args: { preview: digestPreview({ cost: null }) } };
export const NothingToShow: Story = {
  args: { preview: digestPreview({ body: null, tokens: 0 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/nothing in your last seven days/)).toBeVisible();
  },
};
