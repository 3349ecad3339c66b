import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, forLayout } from "../../.storybook/modes.ts";
import { ProfileForm } from "../../src/components/account/ProfileForm.tsx";
import { user } from "../../tests/fixtures/people.ts";

const meta = {
  parameters: pictures,
  component: ProfileForm,
  args: {
    user: user(),
    theme: "light",
    onTheme: fn(),
    onLanguage: fn(),
    singleKeys: { isOn: true, onChange: fn() },
    onSave: fn(),
  },
} satisfies Meta<typeof ProfileForm>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Busy: Story = { args: { isBusy: true }, parameters: { chromatic: { disableSnapshot: true } } };
export const NotSaved: Story = { args: { failure: { text: "Something went wrong." } } };
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const LanguageAndThemeChangeAtOnce: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("radio", { name: "Türkçe" }));
    await userEvent.click(canvas.getByRole("radio", { name: "Dark" }));
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(args.onSave).toHaveBeenCalledWith({ name: "Ada Kaya", language: "EN" });
    await expect(args.onLanguage).toHaveBeenCalledWith("TR");
    await expect(args.onTheme).toHaveBeenCalledWith("dark");
  },
};
