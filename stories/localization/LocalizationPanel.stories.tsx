import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { fileKey } from "../../src/domain/localizationReasons.ts";
import type { CodeLines } from "../../src/components/localization/LocalizedFileItem.tsx";
import {
  LocalizationPanel,
  type LocalizationPanelProps,
} from "../../src/components/localization/LocalizationPanel.tsx";
import { PromptButton } from "../../src/components/localization/PromptButton.tsx";
import { localization } from "../../tests/fixtures/localization.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";

function Stateful(props: LocalizationPanelProps) {
  const [openFile, setOpenFile] = useState(props.openFile);
  return (
    <div style={{ maxInlineSize: 560 }}>
      <h1 className="visually-hidden">Issue</h1>
      <LocalizationPanel
        {...props}
        openFile={openFile}
        onOpenFile={(key) => {
          props.onOpenFile(key);
          setOpenFile(key);
        }}
      />
    </div>
  );
}

const copy = fn(() => Promise.resolve(true));
const found = localization();
const [first, second, third] = found.files;
const project = issueProject();
const sync = {
  state: "running",
  step: "history",
  done: 4200,
  total: 30_512,
  error: null,
  finished_at: null,
  items: 0,
} as const;
const [repository] = project.repositories;
const unindexed = { id: "r-2", name: "atlas-mobile", commit: null, indexed_at: null };

const codeHref = ({ source, path, line, lastLine }: CodeLines) =>
  `#${source}/${path}${line === undefined ? "" : `:${line}-${lastLine}`}`;

const meta = {
  parameters: pictures,
  component: LocalizationPanel,
  render: (args) => <Stateful {...args} />,
  argTypes: {
    localization: {
      control: "inline-radio",
      options: ["high", "medium", "low", "nothing found"],
      mapping: {
        high: found,
        medium: localization({ confidence: "medium" }),
        low: localization({ confidence: "low" }),
        "nothing found": localization({ files: [] }),
      },
    },
    repositories: { control: false },
    openFile: { control: "select", options: [null, ...found.files.map(fileKey)] },
    lead: { control: "text" },
  },
  args: {
    localization: found,
    repositories: project.repositories,
    openFile: first ? fileKey(first) : null,
    sourcesHref: "/projects/atlas/sources",
    codeHref,
    commitHref: (hash) => `/projects/atlas/commits/${hash}`,
    onOpenFile: fn(),
    copyButton: <PromptButton limit={4000} onCopy={copy} />,
  },
} satisfies Meta<typeof LocalizationPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  render: (args) => <Stateful key={args.openFile} {...args} />,
};
export const HighConfidence: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const MediumAllClosed: Story = {
  args: { localization: localization({ confidence: "medium" }), openFile: null },
};
export const LowSaysWhatIsMissing: Story = {
  parameters: forState,
  args: {
    openFile: null,
    localization: localization({
      confidence: "low",
      files: found.files.map((file) => ({
        ...file,
        reasons: [{ code: "words", points: file.score, terms: ["list", "rows"], commits: [] }],
      })),
    }),
  },
};
export const PushedDown: Story = { args: { openFile: third ? fileKey(third) : null } };
/** The first file is shown above the panel, as the answer. */
export const AfterTheAnswer: Story = {
  args: { skip: 1, openFile: null, copyButton: undefined },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "Other likely files" })).toBeVisible();
    await expect(canvas.queryByRole("button", { name: /issuePages\.ts$/ })).toBeNull();
  },
};
export const NothingFound: Story = { args: { localization: localization({ files: [] }) }, parameters: forState };
export const NoRepository: Story = {
  args: { localization: localization({ files: [], repositories: [] }), repositories: [] },
  parameters: forState,
};
export const NotIndexedYet: Story = {
  args: {
    localization: localization({ files: [], repositories: [{ ...unindexed, id: "r-1", name: "atlas" }] }),
    repositories: repository ? [{ ...repository, sync }] : [],
  },
  parameters: forState,
};
export const NotIndexedBecauseItFailed: Story = {
  args: {
    localization: localization({ files: [], repositories: [{ ...unindexed, id: "r-1", name: "atlas" }] }),
    repositories: repository
      ? [{ ...repository, sync: { ...sync, state: "failed", error: "The host refused the token (401)." } }]
      : [],
  },
  parameters: forState,
};
export const OneRepositoryIsMissing: Story = {
  args: {
    localization: localization({ repositories: [...found.repositories, unindexed] }),
    repositories: repository ? [repository, { ...repository, id: "r-2", name: "atlas-mobile", sync }] : [],
  },
  parameters: forState,
};
export const LongNames: Story = {
  args: {
    localization: localization({
      files: second
        ? [
            {
              ...second,
              path: `${"packages/some-very-long-folder-name/".repeat(6)}AnIncrediblyLongFileNameThatNobodyWouldEverType.generated.ts`,
              reasons: [
                { code: "words", points: 52.7, terms: Array.from({ length: 40 }, (_, at) => `term${at}`), commits: [] },
              ],
            },
          ]
        : [],
    }),
    openFile: null,
  },
  parameters: forLayout,
};
export const LeadsToTheCode: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("link", { name: "Open in the code" })).toHaveAttribute(
      "href",
      "#r-1/src/routes/issues/issuePages.ts:48-54",
    );
    await expect(canvas.getByRole("link", { name: "readCursor" })).toHaveAttribute(
      "href",
      "#r-1/src/routes/issues/issuePages.ts:41-46",
    );
  },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 328 }}>
        <Story />
      </div>
    ),
  ],
  parameters: forLayout,
};

export const OpensByKeyboardAndCopies: Story = {
  args: { openFile: null },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas, userEvent }) => {
    copy.mockClear();
    const toggle = canvas.getByRole("button", { name: /issuePages\.ts$/ });
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await userEvent.tab();
    await expect(canvas.getByRole("button", { name: "Copy as prompt" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(copy).toHaveBeenCalledOnce();
    await userEvent.tab();
    await expect(toggle).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect(canvas.getByText("lines 48 to 54")).toBeVisible();
  },
};

/** The reader says whether a file is right; pressing the same button again removes the verdict. */
export const TakesVerdicts: Story = {
  args: { onVerdict: fn() },
  render: function Judged(args) {
    const [verdict, setVerdict] = useState(first?.verdict ?? null);
    const files = found.files.map((file, at) => (at === 0 ? { ...file, verdict } : file));
    return (
      <Stateful
        {...args}
        localization={{ ...found, files }}
        onVerdict={(file, next) => {
          args.onVerdict?.(file, next);
          setVerdict(next);
        }}
      />
    );
  },
  play: async ({ args, canvas, userEvent }) => {
    const right = canvas.getByRole("button", { name: "Right" });
    await userEvent.click(right);
    await expect(args.onVerdict).toHaveBeenLastCalledWith(expect.objectContaining({ path: first?.path }), "right");
    await expect(right).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(right);
    await expect(args.onVerdict).toHaveBeenLastCalledWith(expect.anything(), null);
    await userEvent.click(canvas.getByRole("button", { name: "Wrong" }));
    await expect(args.onVerdict).toHaveBeenLastCalledWith(expect.anything(), "wrong");
  },
};
/** The app renders the code of an open file; the snippet is the fallback. */
export const CodeOfTheApp: Story = {
  args: {
    renderCode: ({ path }, snippet) => <section aria-label={`Whole file ${path}`}>{snippet}</section>,
  },
  play: async ({ canvas }) => {
    const code = canvas.getByRole("region", { name: "Whole file src/routes/issues/issuePages.ts" });
    await expect(code.querySelector("pre")).toBeVisible();
  },
};
