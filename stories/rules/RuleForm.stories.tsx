import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { RuleForm } from "../../src/components/rules/RuleForm.tsx";
import { ruleDefinition, ruleOptions } from "../../tests/fixtures/rules.ts";

const meta = {
  component: RuleForm,
  args: { rule: null, options: ruleOptions, isBusy: false, failure: null, onSave: fn(), onCancel: fn() },
} satisfies Meta<typeof RuleForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const New: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Name")).toHaveFocus();
    await userEvent.type(canvas.getByLabelText("Name"), "Old bugs");
    await userEvent.selectOptions(canvas.getByLabelText("When"), "issue.stale");
    await userEvent.type(canvas.getByLabelText("If it fits this query"), "label:bug");
    await userEvent.selectOptions(canvas.getByLabelText("If the evidence for that place is"), "medium");
    await userEvent.selectOptions(canvas.getByLabelText("Action 1"), "label");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await expect(canvas.getByText("Write a number from 1 to 365.")).toBeVisible();
    await userEvent.type(canvas.getByLabelText("Days without activity"), "30");
    await userEvent.type(canvas.getByLabelText("Label"), "stale");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      name: "Old bugs",
      when: "issue.stale",
      days: 30,
      search: null,
      query: "label:bug",
      area: null,
      certainty: "medium",
      actions: [{ do: "label", label: "stale" }],
    });
  },
};
export const Edit: Story = {
  args: { rule: ruleDefinition() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Remove action 3" }));
    // An event without an issue has nothing to write to.
    await userEvent.selectOptions(canvas.getByLabelText("When"), "sync.failed");
    await userEvent.click(canvas.getByRole("button", { name: "Remove action 2" }));
    await userEvent.type(canvas.getByLabelText("Email addresses of members"), "ada@example.org, grace@example.org");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({
        query: "",
        area: null,
        certainty: null,
        actions: [{ do: "notify", people: ["ada@example.org", "grace@example.org"] }],
      }),
    );
  },
};
export const OfSearch: Story = {
  args: {
    rule: ruleDefinition({
      certainty: null,
      when: "search.matched",
      search: "Open crashes",
      query: "",
      area: null,
      actions: [{ do: "webhook", webhook: "Team channel" }],
    }),
  },
};
export const OfTarget: Story = {
  args: {
    rule: ruleDefinition({
      certainty: null,
      when: "knowledge.at_risk",
      query: "",
      area: "src/search",
      actions: [{ do: "webhook", webhook: "Team channel" }],
    }),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("If it is in")).toHaveValue("src/search");
    await userEvent.selectOptions(canvas.getByLabelText("When"), "metric.missed");
    await userEvent.selectOptions(canvas.getByLabelText("If it is this metric"), "first_response");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ when: "metric.missed", metric: "first_response", area: null, query: "" }),
    );
    // Of another event the metric is not kept.
    await userEvent.selectOptions(canvas.getByLabelText("When"), "page.outdated");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenLastCalledWith(expect.not.objectContaining({ metric: "first_response" }));
  },
};
export const Refused: Story = {
  args: {
    rule: ruleDefinition(),
    failure: { text: "A rule cannot use the filter path. It can use: label, author." },
  },
};
export const Busy: Story = { args: { rule: ruleDefinition(), isBusy: true } };
