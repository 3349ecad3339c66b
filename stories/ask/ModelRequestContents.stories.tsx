import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelRequestContents } from "../../src/components/ask/ModelRequestContents.tsx";
import { modelOffer } from "../../tests/fixtures/ask.ts";

const meta = {
  component: ModelRequestContents,
  args: { body: modelOffer().body, tokens: 1840 },
} satisfies Meta<typeof ModelRequestContents>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The question is open; each passage has its source, its lines and its size, and opens. */
export const Parts: Story = {
  parameters: lightPicture,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(/about 1,840 tokens, \d+ bytes/)).toBeVisible();
    await expect(canvas.getByText("Why are comments fetched again?")).toBeVisible();
    await expect(canvas.getByText(/lines 12–13 · \d+ characters/)).toBeVisible();
    await expect(canvas.getByText("Settings: model: loom-7b · temperature: 0")).toBeVisible();
    const code = canvas.getByText("export async function fetchComments() {");
    await expect(code).not.toBeVisible();
    await userEvent.click(canvas.getByText(/P1 · Code/));
    await expect(code).toBeVisible();
    await userEvent.click(canvas.getByText(/Clew’s instructions/));
    await expect(canvas.getByText("Use only what the passages say.")).toBeVisible();
  },
};
/** What others wrote has no controls of the layout, however long its words are. */
export const LongWords: Story = {
  args: { body: modelOffer().body.replace("src/sync/comments.ts", `src/${"x".repeat(300)}.ts`) },
};
/** A body of another form is shown as its bytes. */
export const OtherForm: Story = {
  args: { body: JSON.stringify({ model: "loom-7b", input: "Why?" }) },
  play: async ({ args, canvasElement }) => {
    await expect(canvasElement.querySelector("pre")?.textContent.replaceAll("\n", "")).toBe(args.body);
  },
};
