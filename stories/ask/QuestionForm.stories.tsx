import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { QuestionForm } from "../../src/components/ask/QuestionForm.tsx";

const meta = {
  component: QuestionForm,
  args: { task: "answer", question: "", maxLength: 2000, onAsk: fn() },
} satisfies Meta<typeof QuestionForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Question: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText("Question", { selector: "textarea" }), "  Where are comments read?  ");
    await userEvent.click(canvas.getByRole("button", { name: "Ask" }));
    await expect(args.onAsk).toHaveBeenCalledWith("answer", "Where are comments read?");
  },
};
export const Plan: Story = {
  args: { task: "plan", question: "71" },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByLabelText("Issue")).toHaveValue("71");
    await userEvent.click(canvas.getByRole("button", { name: "Ask" }));
    await expect(args.onAsk).toHaveBeenCalledWith("plan", "71");
  },
};
export const Empty: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Ask" }));
    await expect(canvas.getByText("Enter a question.")).toBeVisible();
    await expect(args.onAsk).not.toHaveBeenCalled();
  },
};
