import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { NewIssueForm } from "../../src/components/issues/NewIssueForm.tsx";
import { newIssueOffer } from "../../tests/fixtures/issueWrites.ts";

const meta = {
  component: NewIssueForm,
  args: {
    trackers: [{ value: "t-1", text: "ada/thread" }],
    tracker: "t-1",
    onTracker: fn(),
    offer: newIssueOffer(),
    initial: { title: "Search is slow", body: "Since `v2`." },
    isSending: false,
    notice: null,
    onSubmit: fn(),
    cancelHref: "/projects/atlas/issues",
  },
} satisfies Meta<typeof NewIssueForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** What a report has brought along can be changed before it is sent. */
export const FromReport: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "Description" }), " Always.");
    // By keys: the button may be replaced by the one with the list between the time it is found and a click.
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Labels" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("checkbox", { name: "bug" }, { timeout: 10_000 }));
    await userEvent.click(canvas.getByRole("button", { name: "Create the issue" }));
    await expect(args.onSubmit).toHaveBeenCalledWith({
      action: "create",
      title: "Search is slow",
      body: "Since `v2`. Always.",
      labels: ["bug"],
      type: null,
    });
  },
};
export const WithoutTitle: Story = {
  args: { initial: { title: "", body: "" } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Create the issue" }));
    await expect(await canvas.findByText("Give the issue a title.")).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
/** A type whose required fields cannot be filled is not sent. */
export const RequiredField: Story = {
  args: {
    trackers: [
      { value: "t-1", text: "ABC" },
      { value: "t-2", text: "ada/thread" },
    ],
    offer: newIssueOffer({
      types: [
        { id: "2", name: "Task", missing: [] },
        { id: "4", name: "Release", missing: ["Release note"] },
      ],
    }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox", { name: "Type" }), "Release");
    await expect(canvas.getByText(/asks for Release note/)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Create the issue" })).toBeDisabled();
  },
};
export const Unknown: Story = {
  args: { notice: { tone: "warning", text: "github.com did not answer." }, onLookAgain: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("button", { name: "Create the issue" })).toBeDisabled();
    await userEvent.click(canvas.getByRole("button", { name: "Look again" }));
    await expect(args.onLookAgain).toHaveBeenCalled();
  },
};
export const Blocked: Story = {
  args: {
    offer: newIssueOffer({ account: null, blocked: { code: "consent", text: "Turn on writing." }, labels: [] }),
    onConnect: fn(),
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
