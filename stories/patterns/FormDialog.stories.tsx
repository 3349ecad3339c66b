import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { framed } from "../../.storybook/framed.ts";
import { DIALOG_KEYS, usage } from "../../.storybook/usage.ts";
import { FormDialog } from "../../src/components/patterns/FormDialog.tsx";
import { FormField } from "../../src/components/patterns/FormField.tsx";
import { InputGroup } from "../../src/components/ui/InputGroup.ts";

const meta = {
  component: FormDialog<"name">,
  parameters: {
    ...framed,
    ...usage({
      do: [
        "Put the verb of the title on the button.",
        "Mount it while it is open: each opening begins with the stored values.",
      ],
      dont: ["Do not ask a question without fields: that is a ConfirmDialog."],
      keys: DIALOG_KEYS,
    }),
  },
  args: {
    title: "Rename the project",
    action: "Rename",
    faults: { name: null },
    onSubmit: fn(),
    onClose: fn(),
    children: ({ errorsOf }) => (
      <FormField label="Name" errors={errorsOf("name")}>
        {(control) => <InputGroup {...control} defaultValue="Atlas" />}
      </FormField>
    ),
  },
} satisfies Meta<typeof FormDialog<"name">>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
export const Submitted: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "{Enter}");
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
/** A field that is not valid gets the focus, and nothing is submitted. */
export const Invalid: Story = {
  args: { faults: { name: "This field is required" } },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Rename" }));
    await expect(screen.getByText("This field is required")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus());
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
export const Busy: Story = { args: { isBusy: true } };
export const Refused: Story = { args: { alert: "Only Owners and Maintainers may rename the project." } };
export const CannotSubmit: Story = {
  args: { canSubmit: false },
  play: async () => {
    await expect(await screen.findByRole("button", { name: "Rename" })).toBeDisabled();
  },
};
/** A choice that is disabled during the request loses the focus; the button in the footer gets it. */
export const FocusAfterARequest: Story = {
  render: function Renaming(args) {
    const [isBusy, setBusy] = useState(false);
    return (
      <>
        <FormDialog {...args} isBusy={isBusy} onSubmit={() => setBusy(true)}>
          <input type="checkbox" aria-label="Keep the address" disabled={isBusy} />
        </FormDialog>
        <button type="button" onClick={() => setBusy(false)}>
          End the request
        </button>
      </>
    );
  },
  play: async ({ canvasElement }) => {
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Keep the address" });
    box.focus();
    // As Enter does in a browser; the simulated key looks for a submit button inside the form only.
    box.form?.requestSubmit();
    await waitFor(() => expect(box).toBeDisabled());
    canvasElement.querySelector<HTMLElement>("button")?.click();
    await waitFor(() => expect(screen.getByRole("button", { name: "Rename" })).toHaveFocus());
  },
};
