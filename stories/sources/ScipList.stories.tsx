import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ScipList } from "../../src/components/sources/ScipList.tsx";

const index = {
  source: "r1",
  name: "acme/rocket",
  revision: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
  tool: "scip-typescript 0.3.15",
  documents: 412,
  occurrences: 90_210,
  symbols: 8120,
  bytes: 3_400_000,
  uploaded_at: "2026-03-02T09:30:00.000Z",
};

const meta = {
  component: ScipList,
  args: { indexes: [index, { ...index, source: "r2", name: "acme/tools", tool: "", documents: 1 }], onRemove: fn() },
} satisfies Meta<typeof ScipList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove the SCIP index of acme/tools" }));
    await expect(args.onRemove).toHaveBeenCalledWith(expect.objectContaining({ source: "r2" }));
  },
};
export const NotAllowed: Story = { args: { onRemove: undefined } };
export const Empty: Story = { args: { indexes: [] } };
