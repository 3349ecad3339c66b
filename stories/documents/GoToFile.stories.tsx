import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { GoToFile } from "../../src/components/documents/GoToFile.tsx";
import { foundDocuments } from "../../tests/fixtures/documents.ts";

const meta = {
  parameters: pictures,
  component: GoToFile,
  decorators: [
    (Story) => (
      <div style={{ blockSize: "14rem", maxInlineSize: "18rem" }}>
        <Story />
      </div>
    ),
  ],
  args: { text: "sess", found: foundDocuments(), onChange: fn(), onOpen: fn() },
} satisfies Meta<typeof GoToFile>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Idle: Story = { args: { text: "", found: null } };
export const Found: Story = {
  parameters: forState,
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole("combobox"));
    await expect(canvas.getAllByRole("option")).toHaveLength(2);
    await userEvent.keyboard("{ArrowDown}");
    await expect(canvas.getAllByRole("option")[1]).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Enter}");
    await expect(args.onOpen).toHaveBeenCalledWith(expect.objectContaining({ path: "src/session/sessionStore.ts" }));
  },
};
export const NothingFound: Story = {
  args: { text: "zzzz", found: [] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole("combobox"));
    await expect(canvas.getByRole("status")).toHaveTextContent("No file or page has these letters");
    await userEvent.keyboard("{Escape}");
    await expect(args.onChange).toHaveBeenCalledWith("");
  },
  parameters: forState,
};
export const Failed: Story = {
  args: { found: null, isFailed: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("combobox"));
    await expect(canvas.getByRole("status")).toBeVisible();
  },
  parameters: forState,
};
