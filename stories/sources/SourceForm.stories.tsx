import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { pictures, modes, layoutModes, forLayout, forState, inPseudoOnPhone } from "../../.storybook/modes.ts";
import { REPOSITORY_PROVIDERS, SOURCE_KINDS } from "../../contract/constants.ts";
import { SourceForm, type SourceFormProps } from "../../src/components/sources/SourceForm.tsx";
import { hostApp, usableInstallation } from "../../tests/fixtures/apps.ts";
import { emptyDraft } from "../../src/domain/sourceDraft.ts";

const draft = emptyDraft("repository");
const filled = { ...draft, url: "https://github.com/acme/atlas" };

const meta = {
  parameters: pictures,
  component: SourceForm,
  argTypes: {
    kind: { control: "inline-radio", options: SOURCE_KINDS },
    draft: { control: false },
    check: {
      control: "inline-radio",
      options: ["idle", "checking", "adding", "refused"],
      mapping: {
        idle: { status: "idle" },
        checking: { status: "checking" },
        adding: { status: "adding" },
        refused: { status: "refused", errors: { url: ["The host refused the token (401)."] } },
      },
    },
    connected: { control: "check", options: REPOSITORY_PROVIDERS },
  },
  args: { kind: "repository", draft, check: { status: "idle" }, onChange: fn(), onValidate: fn(), onAdd: fn() },
} satisfies Meta<typeof SourceForm>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Keeps the draft, as the screen does. */
function Stateful(props: SourceFormProps) {
  const [draft, setDraft] = useState(emptyDraft(props.kind));
  return (
    <SourceForm
      {...props}
      draft={draft}
      onChange={(next) => {
        props.onChange(next);
        setDraft(next);
      }}
    />
  );
}
const Controlled: Story["render"] = function Controlled(args) {
  const [value, setValue] = useState(args.draft);
  return <SourceForm {...args} draft={value} onChange={setValue} />;
};

export const Playground: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => <Stateful key={args.kind} {...args} />,
};
export const Empty: Story = { parameters: forState };
export const Filled: Story = { args: { draft: filled, onCancel: fn() } };
export const WithToken: Story = {
  parameters: forState,
  args: { draft: { ...filled, signIn: "token", token: "ghp_secret" } },
};
export const JiraAsksForAnAddress: Story = {
  args: { kind: "tracker", draft: { ...emptyDraft("tracker"), provider: "jira", signIn: "token" } },
  parameters: forState,
};
export const CustomFieldsOfJira: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    kind: "tracker",
    draft: { ...emptyDraft("tracker"), provider: "jira", signIn: "token", customFields: "Team, Sice" },
    check: { status: "refused", errors: { customFields: ["There is no field “Sice”. Did you mean “Size”?"] } },
  },
  play: async ({ args, canvas, userEvent }) => {
    const field = canvas.getByRole("textbox", { name: /Custom fields/ });
    await expect(field).toHaveValue("Team, Sice");
    await expect(canvas.getByText(/Did you mean “Size”/)).toBeVisible();
    await userEvent.type(field, "!");
    await expect(args.onChange).toHaveBeenCalledWith(expect.objectContaining({ customFields: "Team, Sice!" }));
  },
};
export const ValidNamesTheCustomFieldsOfJira: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    kind: "tracker",
    draft: { ...emptyDraft("tracker"), provider: "jira", signIn: "token" },
    check: {
      status: "valid",
      found: { valid: true, name: "Atlas (ATL)", visibility: "private", custom_fields: ["Severity", "Team"] },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Severity and Team/)).toBeVisible();
  },
};
export const RestrictedItemsAreReadForMaintainers: Story = {
  parameters: forState,
  args: {
    kind: "tracker",
    draft: { ...emptyDraft("tracker"), provider: "gitlab", restrictedRole: "Maintainer" },
  },
};
export const ConfluenceWithAConnectedAccountElsewhere: Story = {
  parameters: forState,
  args: { kind: "wiki", draft: emptyDraft("wiki"), connected: ["github"] },
};
export const WithTheConnectedAccount: Story = {
  parameters: forState,
  args: { draft: { ...filled, signIn: "connected" }, connected: ["github"] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("radio", { name: "With my connected account" })).toBeChecked();
  },
};
export const AppIsNotInstalledYet: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the parts have stories
  args: {
    draft: { ...filled, signIn: "app" },
    appOffer: {
      apps: [hostApp()],
      registerHref: "/settings/apps",
      admins: [],
      isInstalling: false,
      failure: null,
      onInstall: fn(),
    },
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole("radio", { name: "With a GitHub App" })).toBeChecked();
    await userEvent.click(canvas.getByRole("button", { name: "Add repository" }));
    await expect(args.onAdd).not.toHaveBeenCalled();
    await expect(canvas.getByRole("textbox", { name: "URL" })).toHaveAccessibleDescription(/Install the app at GitHub/);
  },
};
export const InstallationFollowsTheAddress: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: Controlled,
  args: {
    draft: { ...draft, signIn: "app", installation: "installation-1" },
    installed: {
      installations: [usableInstallation(), usableInstallation({ id: "installation-2", account: "acme-labs" })],
      repositories: [],
      failure: null,
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole("textbox", { name: "URL" }), "https://github.com/Acme-Labs/rocket");
    await expect(canvas.getByRole("combobox", { name: "Installation" })).toHaveValue("installation-2");
  },
};
export const BitbucketToken: Story = {
  args: { draft: { ...filled, provider: "bitbucket", signIn: "token" } },
  parameters: forState,
};
export const ValidSaysWhoseTokenAndWhatItSees: Story = {
  parameters: forState,
  args: {
    kind: "tracker",
    draft: { ...emptyDraft("tracker"), ...filled, provider: "gitlab", signIn: "token", token: "glpat" },
    check: {
      status: "valid",
      found: {
        valid: true,
        name: "acme/atlas",
        visibility: "private",
        items: 1284,
        account: "mira",
        missing_scopes: ["read_repository"],
        requests_left: 1999,
        sample: ["#12 The login page hangs", "#11 Dark theme is too dark"],
        notes: [],
      },
    },
  },
};
export const Checking: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the buttons have stories of their own
  args: { draft: filled, check: { status: "checking" } },
};
export const Adding: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // the buttons have stories of their own
  args: { draft: filled, check: { status: "adding" } },
};
export const Valid: Story = {
  parameters: forState,
  args: {
    draft: filled,
    check: {
      status: "valid",
      found: { valid: true, name: "acme/atlas", visibility: "private", default_branch: "main", items: 1284 },
    },
  },
};
export const ValidWithNotes: Story = {
  args: {
    draft: filled,
    check: {
      status: "valid",
      found: {
        valid: true,
        name: "acme/atlas",
        visibility: "public",
        default_branch: null,
        notes: ["The token may read code but not issues: issues are left out."],
      },
    },
  },
  parameters: forState,
};
export const RefusedUrl: Story = {
  args: {
    draft: filled,
    check: {
      status: "refused",
      errors: { url: ["There is no repository at this address, or this sign-in may not see it (404)."] },
    },
  },
  parameters: forState,
};
export const RefusedToken: Story = {
  args: {
    draft: { ...filled, signIn: "token", token: "old" },
    check: { status: "refused", errors: { token: ["The host does not accept this token (401)."] } },
  },
  parameters: { chromatic: { disableSnapshot: true } }, // the picture of RefusedUrl at another field
};
export const HostAway: Story = {
  args: { draft: filled, check: { status: "refused", errors: { other: ["Something went wrong."] } } },
  parameters: forState,
};
export const LongAddress: Story = {
  args: {
    draft: { ...draft, url: `https://git.acme.example/${"deep/".repeat(40)}atlas` },
    check: { status: "refused", errors: { url: [`There is no host called ${"very-".repeat(30)}long.example.`] } },
  },
  parameters: forLayout,
};
export const Narrow: Story = {
  args: { draft: { ...filled, signIn: "token" } },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};

export const FilledByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Filled
  render: Controlled,
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("combobox", { name: "Provider" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("https://a.example/b{Enter}");
    await expect(args.onAdd).toHaveBeenCalledWith({ ...draft, url: "https://a.example/b" });
  },
};
export const MissingFieldsAreNamed: Story = {
  render: Controlled,
  args: { draft: { ...draft, signIn: "token" } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Validate" }));
    await expect(args.onValidate).not.toHaveBeenCalled();
    await expect(canvas.getByRole("textbox", { name: "URL" })).toHaveFocus();
    await expect(canvas.getByRole("textbox", { name: "URL" })).toHaveAccessibleDescription(/This field is required/);
    await expect(canvas.getByLabelText("Access token")).toHaveAccessibleDescription(/This field is required/);
  },
  parameters: forState,
};
export const SameSourceTwice: Story = {
  render: Controlled,
  args: { draft: filled, linked: [{ provider: "github", url: "https://github.com/Acme/atlas.git" }] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Add repository" }));
    await expect(args.onAdd).not.toHaveBeenCalled();
    await expect(canvas.getByRole("textbox", { name: "URL" })).toHaveAccessibleDescription(/in the list already/);
  },
  parameters: forState,
};
export const TokenCanBeShown: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as WithToken except the dots
  render: Controlled,
  args: { draft: { ...filled, signIn: "token", token: "ghp_secret" } },
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByLabelText("Access token");
    await expect(field).toHaveAttribute("type", "password");
    await userEvent.click(canvas.getByRole("button", { name: "Show the token" }));
    await expect(field).toHaveAttribute("type", "text");
  },
};
/** Words of a longer language with more plural forms. */
export const LongWords: Story = {
  ...inPseudoOnPhone,
  args: { draft: filled },
  play: async ({ canvasElement }) => expectNoOverflow(canvasElement),
};
