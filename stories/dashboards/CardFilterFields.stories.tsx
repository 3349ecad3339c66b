import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { CardFilterFields } from "../../src/components/dashboards/CardFilterFields.tsx";

const meta = {
  component: CardFilterFields,
  args: { of: "issues", filter: { state: ["open"] }, errors: undefined, onChange: fn() },
} satisfies Meta<typeof CardFilterFields>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Issues: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "State" }), "any");
    await expect(args.onChange).toHaveBeenCalledWith({});
  },
};
export const Requests: Story = { args: { of: "requests", filter: { state: ["merged"] } } };
export const Search: Story = { args: { of: "search", filter: { q: ["TODO"], language: ["Go"] } } };
export const SearchOfOneKind: Story = {
  args: { of: "search", filter: { q: ["TODO"], kind: ["code"] } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Kind of results" }), "document");
    await expect(args.onChange).toHaveBeenCalledWith({ q: ["TODO"], kind: ["document"] });
  },
};
export const SearchOfSeveralKinds: Story = {
  args: { of: "search", filter: { q: ["TODO"], kind: ["code", "document"] } },
  play: ({ canvas }) => expect(canvas.getByText("Also filtered by kind: code, document")).toBeVisible(),
};
/** Ids are counted. */
export const SearchInSources: Story = {
  args: {
    of: "search",
    filter: { q: ["TODO"], source: ["01a22ad1-76ec-7fb2-82a6-ff5ca443c673", "01a22ad1-779a-7693-bb01-eced691fcd49"] },
  },
  play: ({ canvas }) => expect(canvas.getByText("Also filtered by source: 2 chosen")).toBeVisible(),
};
export const Documents: Story = {
  args: { of: "documents", filter: {} },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Pages" }), "outdated");
    await expect(args.onChange).toHaveBeenCalledWith({ outdated: ["true"] });
  },
};
export const CommitsOfAFile: Story = {
  args: { of: "commits", filter: { repository: ["r-1"], path: ["src/planner/route.ts"] } },
};
export const Fault: Story = { args: { of: "search", filter: {}, errors: ["This field is required"] } };
export const Turkish: Story = { globals: { locale: "tr" } };
