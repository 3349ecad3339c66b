import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { forState, pictures } from "../../.storybook/modes.ts";
import {
  ProviderAddressFields,
  type ProviderAddressFieldsProps,
} from "../../src/components/sources/ProviderAddressFields.tsx";

const withoutPicture = { chromatic: { disableSnapshot: true } };
const PROVIDERS = [
  { value: "github", text: "GitHub" },
  { value: "gitlab", text: "GitLab" },
  { value: "git", text: "Git" },
];

const meta = {
  parameters: pictures,
  component: ProviderAddressFields<string>,
  args: {
    provider: "github",
    providers: PROVIDERS,
    url: "https://github.com/acme/atlas",
    label: "URL",
    help: "For example https://github.com/owner/name",
    isBusy: false,
    errors: { provider: undefined, url: undefined },
    onProvider: fn(),
    onUrl: fn(),
  },
} satisfies Meta<typeof ProviderAddressFields<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Keeps the values, as a form does. */
function Stateful({ onProvider, onUrl, ...props }: ProviderAddressFieldsProps<string>) {
  const [provider, setProvider] = useState(props.provider);
  const [url, setUrl] = useState(props.url);
  return (
    <ProviderAddressFields
      {...props}
      provider={provider}
      url={url}
      onProvider={(next) => {
        onProvider(next);
        setProvider(next);
      }}
      onUrl={(next) => {
        onUrl(next);
        setUrl(next);
      }}
    />
  );
}

export const Playground: Story = {
  parameters: withoutPicture,
  render: (args) => <Stateful {...args} />,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole("combobox"), "GitLab");
    await expect(args.onProvider).toHaveBeenLastCalledWith("gitlab");
    await userEvent.type(canvas.getByRole("textbox", { name: /URL/ }), "s");
    await expect(args.onUrl).toHaveBeenLastCalledWith("https://github.com/acme/atlass");
  },
};
export const Refused: Story = {
  parameters: forState,
  args: { errors: { provider: undefined, url: ["github.com has no such repository."] } },
};
export const Busy: Story = {
  parameters: withoutPicture,
  args: { isBusy: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("combobox")).toBeDisabled();
    await expect(canvas.getByRole("textbox", { name: /URL/ })).toHaveAttribute("readonly");
  },
};
export const Folder: Story = {
  parameters: withoutPicture,
  args: { provider: "git", url: "/srv/repositories", label: "Folder", isFolder: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("textbox", { name: /Folder/ })).toBeValid();
  },
};
export const LongWords: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: { url: `https://github.com/${"organisation".repeat(12)}` },
  play: ({ canvasElement }) => expectNoOverflow(canvasElement),
};
