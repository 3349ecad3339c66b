import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ExportForm } from "../../src/components/company/ExportForm.tsx";

const meta = {
  component: ExportForm,
  args: { projects: [{ slug: "atlas", name: "Atlas" }], onExport: fn() },
} satisfies Meta<typeof ExportForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Tables, a project, a format and a day make one choice; without a table there is none. */
export const Choosing: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "Issues" }));
    await userEvent.click(canvas.getByRole("button", { name: "Export" }));
    await expect(canvas.getByText("Choose at least one table.")).toBeVisible();
    await expect(args.onExport).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("checkbox", { name: "Commits" }));
    await userEvent.click(canvas.getByRole("checkbox", { name: "Issues" }));
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Project" }), "Atlas");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Format" }), "CSV");
    await userEvent.type(canvas.getByLabelText("Changed since"), "2026-11-30");
    await userEvent.click(canvas.getByRole("button", { name: "Export" }));
    await expect(args.onExport).toHaveBeenCalledWith({
      tables: ["issues", "commits"],
      project: "atlas",
      format: "csv",
      since: "2026-11-30",
    });
  },
};
/** All tables in one file, not only those that are chosen. */
export const Archive: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("checkbox", { name: "Issues" }));
    await userEvent.click(canvas.getByRole("button", { name: "All tables as a zip" }));
    await expect(args.onExport).toHaveBeenCalledWith({
      tables: "archive",
      project: null,
      format: "parquet",
      since: null,
    });
  },
};
export const ArchiveRunning: Story = { args: { running: "archive" } };
export const Running: Story = { args: { running: "commits" } };
export const Refused: Story = {
  args: { failure: { text: "A file of this company is being exported. Wait until it is complete." } },
};
export const Turkish: Story = { globals: { locale: "tr" } };
