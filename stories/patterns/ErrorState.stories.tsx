import type { Meta, StoryObj } from "@storybook/react-vite";
import { pictures, inForcedColors, zoomed, forState } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { expect, fn } from "storybook/test";
import { ErrorState } from "../../src/components/patterns/ErrorState.tsx";

const meta = {
  component: ErrorState,
  parameters: {
    ...pictures,
    ...usage({
      do: ["Say what failed in the title, and what to do in the text.", "Offer a retry where it can help."],
      dont: ["Do not show a code alone."],
      keys: BUTTON_KEYS,
    }),
  },
  args: {
    failure: {
      text: "Something went wrong.",
      status: 500,
      requestId: "req-8f2a",
      onCopy: fn(() => Promise.resolve(true)),
    },
    onRetry: fn(),
  },
} satisfies Meta<typeof ErrorState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {};
export const Retrying: Story = { parameters: forState, args: { isRetrying: true } };
export const OwnTitle: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { title: "The issues could not be loaded" },
};
export const SeveralLines: Story = {
  parameters: forState,
  args: { failure: { text: "name: Taken\nurl: Invalid format", status: 400 } },
};
export const NoAnswerAndNoRetry: Story = {
  parameters: forState,
  args: {
    failure: { text: "The server cannot be reached. Check your connection and try again.", status: null },
    onRetry: undefined,
  },
};
export const WithNote: Story = {
  args: { note: "The issue is shown without its analysis." },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The issue is shown without its analysis.")).toBeVisible();
  },
};
export const RetriesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Retry" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};

/** A state must not differ by its background alone. */
export const ForcedColors: Story = { tags: ["!autodocs"], parameters: inForcedColors };
/** Nothing may be clipped or covered. */
export const TextAt200Percent: Story = { globals: { zoom: "200" }, tags: ["!autodocs"], parameters: zoomed };
/** It says so, and the details remain visible. */
export const CopyIsRefused: Story = {
  args: { failure: { text: "Something went wrong.", requestId: "req-8f2a", onCopy: () => Promise.resolve(false) } },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy details" }));
    await expect(await canvas.findByRole("status")).toHaveTextContent("Copying is blocked by the browser");
    await expect(canvas.getByText(/req-8f2a/)).toBeVisible();
  },
};
/** The report is copied with the details and not shown. */
export const CopiesAReport: Story = {
  args: { report: "TypeError: issues is not iterable" },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Copy details" }));
    await expect(await canvas.findByRole("button", { name: "Copied" })).toBeVisible();
    await expect(canvas.getByRole("status")).toHaveTextContent("Copied");
    await expect(args.failure.onCopy).toHaveBeenCalledWith(expect.stringMatching(/req-8f2a[^]*TypeError: issues/));
    await expect(canvas.queryByText(/TypeError/)).toBeNull();
    await expect(await canvas.findByRole("button", { name: "Copy details" }, { timeout: 10_000 })).toBeVisible();
  },
};
