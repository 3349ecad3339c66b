import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { PreviewText } from "../../src/components/patterns/PreviewText.tsx";

const meta = {
  component: PreviewText,
  parameters: {
    ...usage({
      do: ["Use it in a PreviewPanel for the text that is loaded with the item."],
      dont: ["Do not use it for the whole text: it shows the beginning."],
    }),
  },
  decorators: [
    (Story) => (
      <>
        <h2 className="visually-hidden">Cursor is lost when a filter changes</h2>
        <Story />
      </>
    ),
  ],
  args: {
    text: { status: "ready", data: { body: "The filter **dropped** the cursor." } },
    base: "https://github.example/acme/atlas/issues/2400",
    empty: "No description was written.",
    failed: "The text could not be loaded.",
    onRetry: fn(),
  },
} satisfies Meta<typeof PreviewText>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const Loading: Story = {
  args: { text: { status: "loading" } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Failed: Story = {
  args: { text: { status: "failed", text: "The host does not answer." } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("alert")).toHaveTextContent(
      "The text could not be loaded. The host does not answer.",
    );
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
export const Blank: Story = {
  args: { text: { status: "ready", data: { body: " \n " } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("No description was written.")).toBeVisible();
  },
};
export const Long: Story = {
  args: { text: { status: "ready", data: { body: "The list keeps the old cursor. ".repeat(200) } } },
  play: async ({ canvas }) => {
    await expect((await canvas.findByText(/The list keeps/)).textContent.length).toBeLessThan(1600);
  },
};
