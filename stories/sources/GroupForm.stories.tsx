import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { REPOSITORY_PROVIDERS } from "../../contract/constants.ts";
import { GroupForm, type GroupFormProps } from "../../src/components/sources/GroupForm.tsx";
import { emptyGroup } from "../../src/domain/groupDraft.ts";
import { hostApp, usableInstallation } from "../../tests/fixtures/apps.ts";
import { groupPreview } from "../../tests/fixtures/linkedGroups.ts";

const draft = { ...emptyGroup("github"), url: "https://github.com/acme" };

const appOffer = {
  apps: [hostApp()],
  registerHref: "/settings/apps",
  admins: [],
  isInstalling: false,
  failure: null,
  onInstall: fn(),
};
const withoutPicture = { chromatic: { disableSnapshot: true } };

const meta = {
  component: GroupForm,
  argTypes: { draft: { control: false }, check: { control: false } },
  args: {
    draft,
    check: { status: "idle" },
    providers: REPOSITORY_PROVIDERS,
    onChange: fn(),
    onPreview: fn(),
    onAdd: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof GroupForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Keeps the draft, as the screen does. */
function Stateful(props: GroupFormProps) {
  const [now, setNow] = useState(props.draft);
  return <GroupForm {...props} draft={now} onChange={setNow} />;
}

export const Empty: Story = {
  parameters: lightPicture,
  args: { draft: emptyGroup("github") },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Link group" }));
    await expect(canvas.getByText("This field is required")).toBeVisible();
    await expect(args.onAdd).not.toHaveBeenCalled();
  },
};
export const Previewed: Story = {
  args: { check: { status: "found", preview: groupPreview() } },
  render: (args) => <Stateful {...args} />,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText("412 repositories, 30 left out: 30 archived")).toBeVisible();
    // The same list with another filter: nothing is requested.
    await userEvent.type(canvas.getByRole("textbox", { name: /Not these names/ }), "*-archive");
    await expect(canvas.getByText("412 repositories, 37 left out: 30 archived and 7 by the filter")).toBeVisible();
    await userEvent.click(canvas.getByRole("checkbox", { name: "Archived ones too" }));
    await expect(canvas.getByText("405 repositories of acme are linked")).toBeVisible();
  },
};
export const WrongPattern: Story = {
  args: { draft: { ...draft, filter: { ...draft.filter, include: "a*b*c*d*e*f*" } } },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Preview" }));
    await expect(canvas.getByText(/These are no patterns/)).toBeVisible();
    await expect(args.onPreview).not.toHaveBeenCalled();
  },
};
export const NotAllListed: Story = {
  args: { check: { status: "found", preview: groupPreview({ is_complete: false, unreadable: 2 }) } },
};
export const AppCoversTheAccount: Story = {
  args: {
    draft: { ...draft, signIn: "app", installation: "installation-1" },
    installations: [usableInstallation()],
    appOffer,
  },
  play: async ({ canvas, args, userEvent }) => {
    await expect(canvas.getByRole("radio", { name: "With a GitHub App" })).toBeChecked();
    await userEvent.click(canvas.getByRole("button", { name: "Preview" }));
    await expect(args.onPreview).toHaveBeenCalled();
  },
};
export const AppIsNotInstalled: Story = {
  args: { draft: { ...draft, signIn: "app" }, appOffer },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Link group" }));
    await expect(canvas.getByText("Install the app at GitHub first, or choose another sign-in.")).toBeVisible();
    await expect(args.onAdd).not.toHaveBeenCalled();
    await userEvent.click(canvas.getByRole("button", { name: "Install at GitHub" }));
    await expect(args.appOffer?.onInstall).toHaveBeenCalledWith("app-1");
  },
};
export const NoApp: Story = {
  parameters: withoutPicture,
  args: { appOffer: { ...appOffer, apps: [] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Register a GitHub App" })).toHaveAttribute("href", "/settings/apps");
    await expect(canvas.queryByRole("radio", { name: "With a GitHub App" })).toBeNull();
  },
};
export const Checking: Story = { args: { check: { status: "checking" } } };
export const Refused: Story = {
  parameters: withoutPicture,
  args: { check: { status: "refused", errors: { url: ["github.com shows no organisation, group or user “acme”."] } } },
};
export const Folder: Story = {
  parameters: withoutPicture,
  args: { draft: { ...emptyGroup("git"), url: "/srv/repositories" } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("checkbox", { name: "Archived ones too" })).toBeNull();
    await expect(canvas.queryByRole("radiogroup")).toBeNull();
  },
};
export const Narrow: Story = {
  args: { check: { status: "found", preview: groupPreview() } },
  globals: { viewport: { value: "phone" } },
  play: ({ canvasElement }) => expectNoOverflow(canvasElement),
};
