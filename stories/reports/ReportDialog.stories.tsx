import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, within } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { reportBody, reports } from "../../tests/fixtures/reports.ts";

import { ReportDialog } from "../../src/components/reports/ReportDialog.tsx";

const { people, pages } = reports();
const options = {
  repositories: [{ id: "r-1", name: "acme/tern" }],
  trackers: [],
  people: [],
  labels: [],
  types: [],
};
const meta = {
  component: ReportDialog,
  parameters: { ...framed },
  args: {
    report: reportBody(),
    isNew: true,
    people,
    pages,
    options,
    hasBrowser: true,
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof ReportDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "How often" }), "month");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Day of the month" }), "31");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Send" }), "Insights of Tern");
    await userEvent.click(screen.getByRole("checkbox", { name: /Cem Öz/ }));
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      reportBody({
        page: { kind: "insights", project: "tern" },
        schedule: { every: "month", hour: 8, weekday: 1, day: 31 },
        receivers: ["u-1", "u-2"],
      }),
    );
  },
};
export const WithoutReceivers: Story = {
  args: { report: reportBody({ receivers: [] }) },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Create" }));
    await expect(await screen.findByText("Choose at least one receiver.")).toBeVisible();
    const [receiver] = within(screen.getByRole("group", { name: "Receivers" })).getAllByRole("checkbox");
    await expect(receiver).toHaveFocus();
    await expect(receiver).toBeInvalid();
    await expect(receiver).toHaveAccessibleDescription(/Choose at least one receiver/);
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
/** A period that does not have the chosen step gets one that it has. */
export const OtherPeriod: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Period" }), "5y");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ period: "5y" }));
    await expect(args.onSave).not.toHaveBeenCalledWith(expect.objectContaining({ granularity: "weekly" }));
  },
};
export const Change: Story = { args: { isNew: false } };
export const WithoutBrowser: Story = { args: { hasBrowser: false } };
export const ManyPeople: Story = {
  args: {
    people: Array.from({ length: 40 }, (_, i) => ({
      id: `u-${i}`,
      name: `Person ${i}`,
      email: `person${i}@clew.example`,
    })),
  },
  play: async ({ userEvent }) => {
    await userEvent.type(await screen.findByRole("searchbox", { name: "Filter by name or address" }), "person 39");
    await expect(screen.getAllByRole("checkbox", { name: /^Person/ })).toHaveLength(2);
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { failure: { text: "You have 50 reports. Delete one first." } } };
export const Turkish: Story = { globals: { locale: "tr" } };
