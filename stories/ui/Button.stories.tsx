import type { Meta, StoryObj } from "@storybook/react-vite";
import { ControlStates } from "../../.storybook/ControlStates.tsx";
import { controlStates } from "../../.storybook/controlState.ts";
import { expect, fireEvent, fn } from "storybook/test";
import { pictures, forState } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { Button } from "../../src/components/ui/Button.tsx";

const meta = {
  component: Button,
  argTypes: {
    text: { control: "text" },
    intent: { control: "inline-radio", options: ["none", "primary", "success", "warning", "danger"] },
    size: { control: "inline-radio", options: ["small", "medium", "large"] },
    variant: { control: "inline-radio", options: ["solid", "outlined", "minimal"] },
    disabled: { control: "boolean" },
    loading: { control: "boolean" },
    icon: { control: false },
  },
  parameters: {
    ...pictures,
    ...usage({
      do: ["Use one primary button in a view."],
      dont: ["Do not use it to lead to an address: that is LinkButton."],
      keys: BUTTON_KEYS,
    }),
  },
  args: { text: "Save" },
} satisfies Meta<typeof Button>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const States: Story = {
  parameters: controlStates,
  render: (args) => (
    <ControlStates>{(state) => <Button {...args} text={state} disabled={state === "disabled"} />}</ControlStates>
  ),
};
export const Primary: Story = { parameters: forState, ...States, args: { intent: "primary" } };
export const Danger: Story = { parameters: forState, ...States, args: { intent: "danger" } };
export const Outlined: Story = { parameters: forState, ...States, args: { variant: "outlined" } };
export const Minimal: Story = { parameters: forState, ...States, args: { variant: "minimal" } };
export const Loading: Story = {
  parameters: forState,
  args: { loading: true, onClick: fn() },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Save", busy: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter} ");
    button.click();
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

/** The spinner has no name, so the content of the button is its name also where it is no plain text. */
export const LoadingElements: Story = {
  args: { loading: true },
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => (
    <Button {...args} text={undefined}>
      Save <code>main</code>
    </Button>
  ),
  play: async ({ canvas }) => {
    const button = canvas.getByRole("button", { name: "Save main", busy: true });
    await expect(button.querySelector("code")).not.toBeVisible();
    await expect(canvas.queryByRole("progressbar")).toBeNull();
  },
};

/** Some callers pass both: the browser's own attribute would move the focus to the page. */
export const LoadingAndDisabled: Story = {
  args: { loading: true, disabled: true, onClick: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Save", busy: true });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

/** It keeps the focus, for an action that its own press makes impossible. */
export const AriaDisabled: Story = {
  args: { "aria-disabled": true, onClick: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Save" });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter} ");
    button.click();
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

/** A key that was pressed elsewhere does not click the button that gets the focus before its release. */
export const ReleaseOfAnotherKey: Story = {
  args: { onClick: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => (
    <>
      <input aria-label="Name" />
      <Button {...args} />
    </>
  ),
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole("button", { name: "Save" });
    canvas.getByRole("textbox", { name: "Name" }).focus();
    await userEvent.keyboard("{Enter>}");
    button.focus();
    // A key that is held repeats on the element with the focus.
    await fireEvent.keyDown(button, { key: "Enter", code: "Enter", repeat: true });
    await userEvent.keyboard("{/Enter}");
    await expect(args.onClick).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    await expect(args.onClick).toHaveBeenCalledOnce();
    await userEvent.keyboard(" ");
    await expect(args.onClick).toHaveBeenCalledTimes(2);
    // Keys overlap when a user types fast: the release of another key does not end the press.
    canvas.getByRole("textbox", { name: "Name" }).focus();
    await userEvent.keyboard("{Tab>}{Enter>}{/Tab}{/Enter}");
    await expect(args.onClick).toHaveBeenCalledTimes(3);
  },
};

/** A form is not submitted by a button that loads, also with Enter in a field. */
export const LoadingSubmit: StoryObj<{ onSubmit: () => void }> = {
  args: { onSubmit: fn() },
  parameters: { chromatic: { disableSnapshot: true } },
  render: ({ onSubmit }) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" text="Save" loading />
    </form>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Name" }), "Atlas{Enter}");
    canvas.getByRole("button", { name: "Save" }).click();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
