import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ImportColumnTable } from "../../src/components/sources/ImportColumnTable.tsx";
import { FIELDS_OF_KIND } from "../../contract/sources/importRules.ts";

const meta = {
  component: ImportColumnTable,
  args: {
    columns: [
      { name: "#", samples: ["1", "2", "3"], field: "id" },
      { name: "Subject", samples: ["Login fails", "A very long subject ".repeat(8)], field: "title" },
      { name: "Estimated time", samples: [], field: null },
    ],
    fields: FIELDS_OF_KIND.issue,
    onChange: fn(),
  },
} satisfies Meta<typeof ImportColumnTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "What the column Estimated time is" }), "Type");
    await expect(args.onChange).toHaveBeenCalledWith("Estimated time", "type");
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "What the column # is" }), "Left out");
    await expect(args.onChange).toHaveBeenCalledWith("#", null);
  },
};
