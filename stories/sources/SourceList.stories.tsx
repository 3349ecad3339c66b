import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn, screen, waitFor } from "storybook/test";
import { pictures, modes, layoutModes, forLayout, forState } from "../../.storybook/modes.ts";
import { SourceList } from "../../src/components/sources/SourceList.tsx";
import { linkedSources } from "../../src/domain/linkedSources.ts";
import {
  failedSync,
  project,
  quotaWaitSync,
  repository,
  runningSync,
  sourceDetail,
  tracker,
} from "../../tests/fixtures/projects.ts";

const actions = {
  onPause: fn(),
  onAccess: fn(),
  onImport: fn(),
  onImportFile: fn(),
  onHostAccess: fn(),
  onRestricted: fn(),
  onRename: fn(),
  onRefs: fn(),
  onFolders: fn(),
  onFields: fn(),
  onWebhook: fn(),
  onWriting: fn(),
  onChecks: fn(),
  onReplies: fn(),
  onCompare: fn(),
  onRemove: fn(),
};

const meta = {
  parameters: pictures,
  component: SourceList,
  args: { sources: linkedSources(project()), onSync: fn(), actions },
} satisfies Meta<typeof SourceList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UpToDate: Story = {};
export const Running: Story = {
  args: { sources: linkedSources(project({ repositories: [repository({ sync: runningSync() })] })) },
};
export const Failed: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })) },
  parameters: forState,
};
export const WaitingForTheQuota: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: quotaWaitSync() })] })) },
  parameters: forState,
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(/^Waits for the quota of github\.com until .+ 12,400 of 31,000 issues/),
    ).toBeVisible();
    await expect(canvas.getByText(/quota of the host: 0 of 5,000 requests left, renewed at .+/)).toBeVisible();
  },
};
export const WithDetails: Story = {
  args: {
    sources: linkedSources(project()),
    details: Object.fromEntries(
      linkedSources(project()).map(({ id, kind }, at) => [
        id,
        {
          id,
          kind,
          paused_at: at === 1 ? "2026-11-21T10:00:00.000Z" : null,
          allows_writing: at === 1,
          can_be_written: kind === "tracker",
          is_connected: at === 1,
          notes: at === 0 ? [{ code: "reviews", text: "Reviews of 120 requests are read later." }] : [],
          left_out:
            kind === "tracker"
              ? [
                  { kind: "confidential_issue" as const, count: 12 },
                  { kind: "internal_comment" as const, count: 1 },
                ]
              : [],
          restricted_role: null,
          refs: { patterns: [], found: [] },
          can_have_webhook: kind !== "wiki",
          has_webhook: at === 0,
          links: { linked: 1284, total: 5673 },
          requests: { total: 310, reviewed: 190 },
        },
      ]),
    ),
  },
};
/** What a reader expects and does not find is a warning with its remedy. */
export const FolderMissing: Story = {
  args: {
    ...WithDetails.args,
    details: Object.fromEntries(
      Object.entries(WithDetails.args?.details ?? {}).map(([id, detail], at) => [
        id,
        {
          ...detail,
          notes:
            at === 0
              ? [
                  {
                    code: "missing_folders",
                    text: "Folders that are not at the head of the default branch: services/pya. They are read when they appear.",
                  },
                ]
              : [],
        },
      ]),
    ),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/services\/pya/)).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Folders of acme/atlas" }));
    await expect(args.actions?.onFolders).toHaveBeenCalledOnce();
  },
};
export const Retrying: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })), isStarting: true },
  parameters: { chromatic: { disableSnapshot: true } }, // the button of Failed, loading
};
export const ReadOnly: Story = {
  args: {
    sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })),
    onSync: undefined,
    actions: undefined,
  },
};
export const LongNames: Story = {
  args: {
    sources: linkedSources(
      project({
        repositories: [
          repository({
            name: "acme-platform/".repeat(8),
            url: `ssh://git@git.acme.example/${"deep/".repeat(30)}atlas.git`,
          }),
        ],
      }),
    ),
  },
  parameters: forLayout,
};
export const Narrow: Story = {
  args: { sources: linkedSources(project({ trackers: [tracker({ sync: failedSync() })] })) },
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};
export const RemovesByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as UpToDate
  play: async ({ canvas, userEvent }) => {
    canvas.getAllByRole("button", { name: "Actions for acme/atlas" })[0]?.focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Remove" })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await expect(actions.onRemove).toHaveBeenCalledWith(expect.objectContaining({ kind: "repository", id: "r-atlas" }));
  },
};

const detailsOf = (sources: ReturnType<typeof linkedSources>) =>
  Object.fromEntries(sources.map(({ id, kind }) => [id, sourceDetail({ id, kind })]));
const refused = linkedSources(
  project({
    trackers: [
      tracker({ sync: failedSync({ error_code: "unauthorized", error: "The host refused the token (401)." }) }),
    ],
  }),
);

/** Its host refuses the token: the button for a new one has a text. */
export const NeedsAccess: Story = {
  args: { sources: refused, details: detailsOf(refused) },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getAllByRole("button", { name: "Change access to acme/atlas" })).toHaveLength(1);
    await userEvent.click(canvas.getByText("Change access"));
    await expect(actions.onAccess).toHaveBeenCalledWith(expect.objectContaining({ kind: "tracker" }));
  },
};
/** A repository has no restricted items. */
export const RestrictedItems: Story = {
  args: { details: detailsOf(linkedSources(project())) },
  play: async ({ canvas, userEvent }) => {
    const [, tracker] = canvas.getAllByRole("button", { name: "Actions for acme/atlas" });
    tracker?.focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Restricted items" }));
    await expect(actions.onRestricted).toHaveBeenCalledWith(expect.objectContaining({ kind: "tracker" }));
  },
};
