import type { Meta, StoryObj } from "@storybook/react-vite";
import { FirstSteps } from "../../src/components/FirstSteps/FirstSteps.tsx";

const meta = {
  component: FirstSteps,
  args: { wizardHref: "/wizard" },
} satisfies Meta<typeof FirstSteps>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Turkish: Story = { globals: { locale: "tr" } };
