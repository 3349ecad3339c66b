import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { FirstSteps } from "../../src/components/home/FirstSteps.tsx";
import { firstSteps } from "../../tests/fixtures/people.ts";

const meta = {
  component: FirstSteps,
  args: {
    steps: firstSteps(),
    hrefs: {
      repository: "/wizard",
      tracker: "/wizard",
      sync: "/wizard",
      search: "/wizard",
      invite: "/settings/company",
    },
    wizardHref: "/wizard",
    onHide: fn(),
  },
} satisfies Meta<typeof FirstSteps>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingDone: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("0 of 5 done")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Hide" }));
    await expect(args.onHide).toHaveBeenCalledOnce();
  },
};
export const OneLeft: Story = {
  args: { steps: firstSteps("repository", "tracker", "sync", "invite"), wizardHref: null },
};
export const Hiding: Story = { args: { isHiding: true } };
export const Narrow: Story = { globals: { viewport: { value: "phone" } } };
export const Turkish: Story = { globals: { locale: "tr" } };
