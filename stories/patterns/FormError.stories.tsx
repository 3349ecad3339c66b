import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { FormError } from "../../src/components/patterns/FormError.tsx";

const meta = {
  component: FormError,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Let Form show it; use it alone only in a dialog’s body."],
      dont: ["Do not repeat what a field shows."],
    }),
  },
  args: {
    title: "The project was not saved",
    failure: { text: "Something went wrong." },
  },
} satisfies Meta<typeof FormError>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const NoFailure: Story = {
  parameters: forState,
  args: { failure: null },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("alert")).toBeNull();
  },
};
export const FieldsOfNoForm: Story = {
  parameters: forState,
  args: {
    failure: {
      text: "captcha: Expired\ncaptcha: Try again",
      fields: { captcha: ["captcha: Expired", "captcha: Try again"] },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/captcha/).textContent).toBe("captcha: Expired\ncaptcha: Try again");
  },
};
export const OfNoField: Story = {
  parameters: forState,
  args: {
    failure: {
      text: "non_field_errors: Wrong.",
      fields: { non_field_errors: ["non_field_errors: Wrong."] },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("Wrong.")).toBeVisible();
  },
};
export const ShownByTheField: Story = {
  parameters: forState,
  args: {
    failure: { text: "email: Taken", fields: { email: ["email: Taken"] } },
    shownFields: ["email"],
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("alert")).toBeNull();
  },
};
export const OneAtItsFieldOneHere: Story = {
  parameters: forState,
  args: {
    failure: {
      text: "email: Taken\nplan -> name: Unknown",
      fields: {
        email: ["email: Taken"],
        "plan -> name": ["plan -> name: Unknown"],
      },
    },
    shownFields: ["email"],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("plan -> name: Unknown")).toBeVisible();
    await expect(canvas.queryByText(/Taken/)).toBeNull();
  },
};
