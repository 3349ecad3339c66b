import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { codeContent, codeRefs } from "../../tests/fixtures/code.ts";
import { documentHost } from "../../tests/fixtures/documentHost.ts";
import { noStaleReferences, nothingRelated } from "../../tests/fixtures/documents.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, pending, failWith } from "../../tests/fixtures/handlers.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { project, repository, runningSync } from "../../tests/fixtures/projects.ts";

/** The first story of a run also loads the screen's code. */
const COLD = { timeout: 10_000 };
const at = (query: string) => `/projects/atlas/documents${query}`;

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { disableSnapshot: false, modes: pageModes },
  },
  args: { handlers: documentHost(), path: at("?source=w-atlas&path=ENG/Sessions") },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const PageWithStaleReferences: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Sessions", level: 2 }, COLD)).toBeVisible();
    await expect(await canvas.findByText("2 outdated names", {}, COLD)).toBeVisible();
    await expect(await canvas.findByText("Who wrote it")).toBeVisible();
    await expect(canvas.getByRole("treeitem", { name: /^Sessions/ })).toHaveAttribute("aria-selected", "true");
  },
  parameters: onPhoneToo,
};
export const LinesOfALink: Story = { args: { path: at("?source=w-atlas&path=ENG/Sessions#L3-L4") } };
export const PageAsSource: Story = { args: { path: at("?source=w-atlas&path=ENG/Sessions&view=source") } };
export const WikiRoot: Story = {
  args: { path: at("?source=w-atlas") },
  play: async ({ canvas }) => {
    // The page is in two lists.
    const [link] = await canvas.findAllByRole("link", { name: "Sessions" }, COLD);
    await expect(link).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const NothingChosen: Story = { args: { path: at("") } };

export const Loading: Story = {
  args: { handlers: documentHost({ getDocument: pending }) },
};
export const TreeLoading: Story = { args: { handlers: documentHost({ listDocuments: pending }) } };
export const Failed: Story = {
  args: { handlers: documentHost({ getDocument: failWith() }) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("The document could not be read", {}, COLD)).toBeVisible();
  },
};
export const TreeFailed: Story = {
  args: { handlers: documentHost({ listDocuments: failWith() }), path: at("") },
};
export const RelatedFailed: Story = {
  args: { handlers: documentHost({ relatedToDocument: failWith() }) },
};
export const StaleReferencesFailed: Story = {
  args: {
    handlers: documentHost({ documentStaleReferences: failWith() }),
    path: at("?source=w-atlas&path=ENG/Sessions"),
  },
};
export const Partial: Story = {
  args: {
    handlers: documentHost({
      getProject: respond(project({ repositories: [repository({ sync: runningSync() })] })),
      relatedToDocument: respond(nothingRelated({ has_history: false })),
      documentStaleReferences: respond(noStaleReferences({ state: "checking", checked: 0 })),
    }),
    path: at("?source=w-atlas&path=ENG/Sessions"),
  },
};
export const NotReadYet: Story = {
  args: {
    handlers: documentHost({
      listDocuments: ({ query }) =>
        respond(
          query["source"] === undefined
            ? [
                {
                  name: "Team wiki",
                  path: "",
                  source: "w-atlas",
                  kind: "source",
                  size: null,
                  files: null,
                  updated_at: null,
                  stale_references: null,
                },
              ]
            : [],
        )(),
    }),
    path: at(""),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("This source has not been read yet", {}, COLD)).toBeVisible();
  },
};
let isDown = false;
/** A level that fails is read again when it is expanded again; a file opens on the code page. */
export const FilesOfTheTree: Story = {
  parameters: { chromatic: { disableSnapshot: true } },
  args: {
    path: at(""),
    handlers: documentHost({
      listDocuments: (call) => {
        if (call.query["source"] === "r-atlas" && isDown) return failWith()();
        return documentHost().listDocuments?.(call) ?? pending();
      },
      codeContent: respond(codeContent({ path: "LICENSE", text: "All rights", symbols: [] })),
      codeRefs: respond(codeRefs()),
    }),
  },
  play: async ({ canvas, userEvent }) => {
    isDown = true;
    const repository = await canvas.findByRole("treeitem", { name: "acme/atlas" }, COLD);
    await userEvent.click(repository);
    await expect(await canvas.findByText("not read")).toBeVisible();
    isDown = false;
    await userEvent.click(repository);
    await userEvent.click(repository);
    await expect(await canvas.findByRole("treeitem", { name: "LICENSE" })).toBeVisible();
    canvas.getByRole("tree").focus();
    await userEvent.keyboard("LIC{Enter}");
    await expect(await canvas.findByRole("group", { name: "Code of LICENSE" }, COLD)).toBeVisible();
  },
};
export const NoSource: Story = {
  args: {
    handlers: documentHost({ getProject: respond(project({ repositories: [], trackers: [] })) }),
    path: at(""),
  },
};
export const NotInThePlan: Story = {
  args: { as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText("Document Explorer is part of the Premium and Enterprise plans", {}, COLD),
    ).toBeVisible();
  },
};
export const FoundByLetters: Story = {
  args: { path: at("") },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole("combobox", {}, COLD);
    await userEvent.type(field, "sess");
    await waitFor(() => expect(canvas.getAllByRole("option")).toHaveLength(2), COLD);
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByRole("heading", { name: "Sessions", level: 2 }, COLD)).toBeVisible();
  },
};
