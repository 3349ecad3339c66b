import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fireEvent, fn, screen, waitFor, within } from "storybook/test";
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
        "Pass every value that a user can change as the draft: once it has changed, Escape asks before the dialog closes.",
      ],
      dont: ["Do not ask a question without fields: that is a ConfirmDialog."],
      keys: [...DIALOG_KEYS, ["Escape in a changed form", "Asks whether to discard the changes"]],
    }),
  },
  args: {
    title: "Rename the project",
    draft: null,
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

const renameable: Story = {
  render: function Renaming(args) {
    const [name, setName] = useState("Atlas");
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <FormDialog
            {...args}
            draft={{ name }}
            onClose={() => {
              args.onClose();
              setName("Atlas");
              setOpen(false);
            }}
          >
            <FormField label="Name">
              {(control) => <InputGroup {...control} value={name} onValueChange={setName} />}
            </FormField>
          </FormDialog>
        )}
      </>
    );
  },
};
const fieldOfOpened = async (canvasElement: HTMLElement): Promise<HTMLElement> => {
  const opener = within(canvasElement).getByRole("button", { name: "Open" });
  opener.focus();
  opener.click();
  const field = await screen.findByRole("textbox", { name: "Name" });
  await waitFor(() => expect(field).toHaveFocus());
  return field;
};
const question = () => screen.findByRole("dialog", { name: "Discard changes?" });
const noQuestion = () =>
  waitFor(() => expect(screen.queryByRole("dialog", { name: "Discard changes?" })).not.toBeInTheDocument());

/** Nothing was changed, or what was changed is as it was: it closes at once, and the focus returns. */
export const UnchangedClosesAtOnce: Story = {
  ...renameable,
  play: async ({ args, canvasElement, userEvent }) => {
    await userEvent.type(await fieldOfOpened(canvasElement), "x{Backspace}{Escape}");
    await expect(args.onClose).toHaveBeenCalledOnce();
    await noQuestion();
    await waitFor(() => expect(within(canvasElement).getByRole("button", { name: "Open" })).toHaveFocus());
  },
};
/** Escape and the button at the title ask first. Keeping returns to the field with all that was typed; discarding returns to the opener. */
export const ChangedAsksFirst: Story = {
  ...renameable,
  play: async ({ args, canvasElement, userEvent }) => {
    const field = await fieldOfOpened(canvasElement);
    await userEvent.type(field, " 2{Escape}");
    const keep = within(await question()).getByRole("button", { name: "Keep editing" });
    await waitFor(() => expect(keep).toHaveFocus());
    await expect(args.onClose).not.toHaveBeenCalled();
    // A second Escape answers the question alone.
    await userEvent.keyboard("{Escape}");
    await noQuestion();
    await waitFor(() => expect(field).toHaveFocus());
    await expect(field).toHaveValue("Atlas 2");

    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await userEvent.click(within(await question()).getByRole("button", { name: "Keep editing" }));
    await noQuestion();
    await expect(field).toHaveValue("Atlas 2");
    await expect(args.onClose).not.toHaveBeenCalled();

    field.focus();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(within(await question()).getByRole("button", { name: "Discard" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(within(canvasElement).getByRole("button", { name: "Open" })).toHaveFocus());
  },
};
/** A click next to a changed form does nothing, and Cancel is the word for discarding it. */
export const CancelDiscards: Story = {
  ...renameable,
  play: async ({ args, canvasElement, userEvent }) => {
    await userEvent.type(await fieldOfOpened(canvasElement), " 2");
    const around = document.querySelector<HTMLElement>(".bp6-dialog-container")!;
    await fireEvent.mouseDown(around);
    await expect(args.onClose).not.toHaveBeenCalled();
    await noQuestion();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
/** The question stays open for a look at it. */
export const Asking: Story = {
  ...renameable,
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.type(await fieldOfOpened(canvasElement), " 2{Escape}");
    await expect(await question()).toBeVisible();
  },
};
/** Values that load after the opening are where the comparison begins. */
export const LoadedLater: Story = {
  render: function Loading(args) {
    const [isLoaded, setLoaded] = useState(false);
    return (
      <>
        <FormDialog {...args} draft={isLoaded ? ["loaded"] : null} />
        <button type="button" onClick={() => setLoaded(true)}>
          Load
        </button>
      </>
    );
  },
  play: async ({ args, canvasElement, userEvent }) => {
    const field = await screen.findByRole("textbox", { name: "Name" });
    canvasElement.querySelector<HTMLElement>("button")?.click();
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};
