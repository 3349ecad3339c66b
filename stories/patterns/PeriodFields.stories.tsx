import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { usage } from "../../.storybook/usage.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { PeriodFields } from "../../src/components/patterns/PeriodFields.tsx";
import { Inline } from "../../src/components/ui/Inline.tsx";

const meta = {
  component: PeriodFields,
  parameters: usage({
    do: ["Use it wherever numbers are measured over a period: the filters of a page, the form of a report."],
    dont: ["Do not use it for two days that the reader types."],
  }),
  args: { value: { period: "3m", granularity: "weekly" }, onChange: fn() },
  render: (args) => (
    <Inline>
      <PeriodFields {...args} />
    </Inline>
  ),
} satisfies Meta<typeof PeriodFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const WithLabels: Story = {
  args: { hasLabels: true },
  render: (args) => <PeriodFields {...args} />,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText("Period")).toBeVisible();
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Step" }), "monthly");
    await expect(args.onChange).toHaveBeenCalledWith({ period: "3m", granularity: "monthly" });
  },
};
/** A step that the new period does not have is replaced by its first one, another one stays. */
export const APeriodBringsItsStep: Story = {
  args: { value: { period: "3m", granularity: "monthly" } },
  play: async ({ args, canvas, userEvent }) => {
    const period = canvas.getByRole("combobox", { name: "Period" });
    await userEvent.selectOptions(period, "5y");
    await expect(args.onChange).toHaveBeenLastCalledWith({ period: "5y", granularity: "yearly" });
    await userEvent.selectOptions(period, "6m");
    await expect(args.onChange).toHaveBeenLastCalledWith({ period: "6m", granularity: "monthly" });
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
