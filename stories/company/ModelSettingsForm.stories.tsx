import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { ModelSettingsForm } from "../../src/components/company/ModelSettingsForm.tsx";
import { modelSettings } from "../../tests/fixtures/ask.ts";

const meta = {
  component: ModelSettingsForm,
  args: { settings: modelSettings(), onSave: fn() },
} satisfies Meta<typeof ModelSettingsForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The stored key stays, and is never shown. */
export const SetUp: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("API key")).toHaveValue("");
    const cost = canvas.getByLabelText("Cost of a month, at most (empty: no limit)");
    await userEvent.clear(cost);
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    const { has_key: _, used: _used, ...fields } = modelSettings({ month_cost: null });
    await expect(args.onSave).toHaveBeenCalledWith({ ...fields, api_key: null });
  },
};
export const New: Story = {
  args: { settings: null },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText("Address of the API"), "http://10.0.0.7:8080/v1");
    await userEvent.type(canvas.getByLabelText("Name of the model"), "loom-7b");
    await userEvent.click(canvas.getByLabelText("No key"));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({
      is_enabled: false,
      words_digests: false,
      address: "http://10.0.0.7:8080/v1",
      model: "loom-7b",
      request_tokens: 8000,
      answer_tokens: 1000,
      day_tokens: 200_000,
      price_sent: 0,
      price_received: 0,
      month_cost: null,
      api_key: "",
    });
  },
};
export const WrongNumber: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Tokens of a request, at most"), ".5");
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(canvas.getByText("Enter a number.")).toBeVisible();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};
export const Refused: Story = {
  args: { failure: { text: "", fields: { address: ["Addresses of private networks are not allowed."] } } },
};
