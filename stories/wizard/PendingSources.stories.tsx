import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { type PendingSource, PendingSources } from "../../src/components/wizard/SourcesStep.tsx";

const source: PendingSource = { id: "1", provider: "github", url: "https://github.com/acme/atlas", name: "acme/atlas" };

const meta = {
  component: PendingSources,
  // The stories of SourcesStep have the pictures.
  args: {
    kind: "repository",
    sources: [source],
    onRemove: fn(),
    onEdit: fn(),
  },
} satisfies Meta<typeof PendingSources>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithActions: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Edit acme/atlas" }));
    await expect(args.onEdit).toHaveBeenCalledWith("1");
    await userEvent.click(canvas.getByRole("button", { name: "Remove acme/atlas" }));
    await expect(args.onRemove).toHaveBeenCalledWith("1");
  },
};
export const OfTheReview: Story = {
  args: { onRemove: undefined, onEdit: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).not.toBeInTheDocument();
  },
};
export const TokenIsMissing: Story = {
  args: { sources: [{ ...source, isTokenMissing: true }] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Enter the token" }));
    await expect(args.onEdit).toHaveBeenCalledWith("1");
  },
};
/** The form below has it: it cannot be opened a second time, and it can be removed. */
export const Edited: Story = {
  args: { edited: "1" },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Edited below")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "Edit acme/atlas" })).not.toBeInTheDocument();
    await expect(canvas.getByRole("button", { name: "Remove acme/atlas" })).toBeVisible();
  },
};
export const BeyondThePlan: Story = { args: { sources: [{ ...source, isBeyondPlan: true }] } };
export const Refused: Story = {
  args: { sources: [{ ...source, errors: ["url: The repository does not exist."] }] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("alert")).toHaveTextContent("The repository does not exist.");
  },
};
