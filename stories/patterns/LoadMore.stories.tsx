import { useState } from "react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { usage } from "../../.storybook/usage.ts";
import { LoadMore } from "../../src/components/patterns/LoadMore.tsx";

const meta = {
  component: LoadMore,
  parameters: {
    ...usage({
      do: ["Use it below a list whose next part is loaded on request."],
      dont: ["Do not use it for a list that loads further rows while it is scrolled: that is ListFoot."],
    }),
  },
  args: { paging: "more", failure: null, text: "Show more", onMore: fn() },
} satisfies Meta<typeof LoadMore>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: lightPicture,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Show more" }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
/** The pressed button keeps the focus while it loads, and a second press does nothing. */
export const KeepsTheFocus: Story = {
  render: function Loads(args) {
    const [paging, setPaging] = useState(args.paging);
    return (
      <LoadMore
        {...args}
        paging={paging}
        onMore={() => {
          args.onMore();
          setPaging("loading");
        }}
      />
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    const button = await canvas.findByRole("button", { name: "Show more", busy: true });
    await expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
/** The last part removes the button: what says so has the focus then. */
export const EndsTheList: Story = {
  render: function Ends(args) {
    const [paging, setPaging] = useState(args.paging);
    return <LoadMore {...args} paging={paging} onMore={() => setPaging("complete")} />;
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(canvas.getByText("That is all of it")).toHaveFocus());
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Loading: Story = { args: { paging: "loading" }, parameters: { chromatic: { disableSnapshot: true } } };
export const Failed: Story = {
  args: { paging: "failed", failure: { text: "The host is being restarted." } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("alert")).toHaveTextContent("The host is being restarted.");
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onMore).toHaveBeenCalledOnce();
  },
};
export const Complete: Story = {
  args: { paging: "complete" },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button")).toBeNull();
  },
};
export const Turkish: Story = {
  ...Failed,
  globals: { locale: "tr" },
  play: undefined,
};
