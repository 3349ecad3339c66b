import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, waitFor } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { BUTTON_KEYS, usage } from "../../.storybook/usage.ts";
import { FileButton } from "../../src/components/ui/FileButton.tsx";

const meta = {
  component: FileButton,
  parameters: {
    ...usage({
      do: ["Use it for one file that is read at once."],
      dont: ["Do not use it for a file of a form: that is a field."],
      keys: BUTTON_KEYS,
    }),
  },
  args: {
    text: "Import",
    label: "File of a metric",
    accept: "application/json,.json",
    onChoose: fn<(file: File) => Promise<void>>(() => Promise.resolve()),
  },
} satisfies Meta<typeof FileButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByLabelText("File of a metric");
    const file = new File(["{}"], "metric.json", { type: "application/json" });
    await userEvent.upload(field, file);
    await userEvent.upload(field, file);
    await waitFor(() => expect(args.onChoose).toHaveBeenCalledTimes(2));
    await expect(args.onChoose).toHaveBeenLastCalledWith(file);
  },
};
export const Loading: Story = { parameters: lightPicture, args: { loading: true } };
export const Small: Story = { args: { size: "small" } };
