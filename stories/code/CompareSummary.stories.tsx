import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CompareSummary } from "../../src/components/code/CompareSummary.tsx";
import { codeComparison } from "../../tests/fixtures/code.ts";

const meta = {
  component: CompareSummary,
  // The stories of the code page have the pictures.
  args: {
    comparison: codeComparison(),
    base: <span>v1.0</span>,
    head: <span>main</span>,
    isDirect: false,
    swapHref: "#swap",
    commitHref: (hash) => `#${hash}`,
    personHref: ({ id }) => `/projects/atlas/people/${id}`,
    onDirectChange: fn(),
  },
} satisfies Meta<typeof CompareSummary>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("switch", { name: "Against the base itself" }));
    await expect(args.onDirectChange).toHaveBeenCalledWith(true);
  },
};
export const NoBase: Story = { args: { comparison: codeComparison({ status: "no_base" }) } };
export const Unrelated: Story = { args: { comparison: codeComparison({ status: "unrelated" }) } };
export const Unread: Story = { args: { comparison: codeComparison({ status: "unread" }) } };
