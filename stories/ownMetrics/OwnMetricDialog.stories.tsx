import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { framed } from "../../.storybook/framed.ts";
import { lightPicture } from "../../.storybook/modes.ts";
import { OwnMetricDialog } from "../../src/components/ownMetrics/OwnMetricDialog.tsx";
import { FAILURE_RATE, REVIEW_TIME } from "../../tests/fixtures/ownMetrics.ts";

const COUNT = { kind: "rows", of: "issues", at: "opened", filter: "", by: null, value: { kind: "count" } } as const;

const meta = {
  component: OwnMetricDialog,
  parameters: { ...framed },
  args: {
    metric: null,
    isNew: true,
    scopes: ["project", "company"],
    preview: "120",
    onDraft: fn(),
    onSave: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof OwnMetricDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A count takes no target: it grows with the period. */
export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, userEvent }) => {
    const name = await screen.findByRole("textbox", { name: "Name" });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(name).toHaveFocus();
    await expect(name).toHaveAccessibleDescription(/This field is required/);
    await userEvent.type(name, "Opened");
    await expect(screen.queryByRole("combobox", { name: "Target" })).toBeNull();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Visible to" }), "company");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({ name: "Opened", definition: COUNT, target: null }, "company");
  },
};
/** A share has its target in percent. */
export const Formula: Story = {
  args: {
    metric: {
      name: FAILURE_RATE.name,
      definition: { kind: "formula", text: "[Outages]", unit: "share" },
      target: null,
    },
    isNew: false,
  },
  play: async ({ args, userEvent }) => {
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Target" }), "at_most");
    await userEvent.type(await screen.findByRole("textbox", { name: "Value of the target" }), "15");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const target = { is: "at_most", value: 0.15 };
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ target }), "project");
  },
};
export const Changed: Story = {
  args: {
    metric: {
      name: REVIEW_TIME.name,
      definition: REVIEW_TIME.definition ?? COUNT,
      target: REVIEW_TIME.target,
    },
    isNew: false,
    scopes: [],
  },
};
export const Busy: Story = { args: { isBusy: true } };
/** The server's sentence is at its field, without the path of the field. */
export const Refused: Story = {
  args: {
    metric: { name: "Loop", definition: { kind: "formula", text: "[Loop]", unit: "number" }, target: null },
    failure: {
      text: "definition -> text: The formula leads back to itself: Loop → Loop.",
      fields: { "definition -> text": ["definition -> text: The formula leads back to itself: Loop → Loop."] },
    },
  },
  play: async () => {
    const field = await screen.findByRole("textbox", { name: "Formula" });
    await expect(field).toHaveAccessibleDescription(/^The formula leads back to itself: Loop → Loop\./);
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
