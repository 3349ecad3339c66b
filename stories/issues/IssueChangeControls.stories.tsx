import type { Meta, StoryObj } from "@storybook/react-vite";
import { useRef } from "react";
import { expect, fn, screen, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import {
  type ChangeControls,
  IssueChangeControls,
  type IssueChangeControlsProps,
} from "../../src/components/issues/IssueChangeControls.tsx";
import { issueActions } from "../../tests/fixtures/issueWrites.ts";

const meta = {
  component: IssueChangeControls,
  args: { actions: issueActions().actions, pending: null, onChange: fn() },
} satisfies Meta<typeof IssueChangeControls>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A step that asks for a reason has an entry for each. */
export const State: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "State" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Done – Won't Do" }));
    await expect(args.onChange).toHaveBeenCalledWith({
      action: "state",
      from: "open",
      to: "31",
      resolution: "Won't Do",
    });
  },
};
/** Each choice is a name that is added or removed. */
export const Labels: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: /^Labels/ }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "search" }));
    await expect(args.onChange).toHaveBeenCalledWith({ action: "labels", add: ["search"], remove: [] });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("checkbox")).toBeNull());
  },
};
/** A field with one value replaces what the member saw. */
export const Milestone: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Milestone: v1" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "v2" }));
    await expect(args.onChange).toHaveBeenCalledWith({ action: "milestones", add: ["v2"], remove: ["v1"] });
  },
};
export const Duplicate: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "#12{Enter}");
    await expect(args.onChange).toHaveBeenCalledWith({ action: "duplicate", of: "#12" });
  },
};
function OpenedFromElsewhere(props: IssueChangeControlsProps) {
  const controls = useRef<ChangeControls>(null);
  return (
    <>
      <button type="button" onClick={() => controls.current?.open("assignees")}>
        Elsewhere
      </button>
      <IssueChangeControls {...props} controlsRef={controls} />
    </>
  );
}
/** A command that is not on the page opens a control, which gets the focus. */
export const OpenedByACommand: Story = {
  args: { isForMany: true },
  render: (args) => <OpenedFromElsewhere {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Elsewhere" }));
    const list = await screen.findByRole("dialog", { name: "Assign" });
    await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Assign" })).toHaveFocus());
  },
};
/** While one change is written, no other one is sent. */
export const Writing: Story = {
  args: { pending: "state" },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox"), "#12{Enter}");
    await expect(args.onChange).not.toHaveBeenCalled();
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
