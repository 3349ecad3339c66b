/** Projects whose names the palette does not have, because their indexes are not open. */
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { GoToAnswer } from "../../../contract/search/goTo.ts";
import { ok } from "../../../src/services/result.ts";
import type { Handler } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

const answer = (part: Partial<GoToAnswer>) =>
  ok({ took_ms: 1, results: [], not_searched: [], opening: false, ...part });
const file: GoToAnswer["results"][number] = {
  kind: "file",
  id: "r-1:src/tokenize.ts",
  name: "tokenize.ts",
  detail: "src",
  source: "r-1",
  path: "src/tokenize.ts",
  line: null,
  url: null,
  address: null,
  state: null,
  symbol: null,
  container: null,
  score: 850,
  project: { slug: "atlas", name: "Atlas" },
};

async function search(goTo: Handler<"goTo">, text: string): Promise<void> {
  await renderApp({ path: "/help", handlers: { goTo } });
  await screen.findByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await userEvent.click(await screen.findByRole("combobox", { name: "Go to a page or run a command" }));
  await userEvent.paste(text);
}

test("are named, as far as there is space", async () => {
  const goTo = vi.fn<Handler<"goTo">>().mockResolvedValue(answer({ not_searched: ["Tern", "Weft", "Warp", "Reed"] }));
  await search(goTo, "tok");
  expect(await screen.findByText(/Not searched: Tern, Weft, Warp,? and 1 other\./)).toBeInTheDocument();
});

test("are asked again while the server opens an index, as after its start", async () => {
  const opening = answer({ not_searched: ["Atlas"], opening: true });
  const goTo = vi.fn<Handler<"goTo">>().mockResolvedValue(answer({ results: [file] }));
  goTo.mockResolvedValueOnce(opening).mockResolvedValueOnce(opening);
  await search(goTo, "tok");
  expect(await screen.findByText(/Not searched: Atlas\./)).toBeInTheDocument();
  expect(await screen.findByRole("option", { name: /tokenize\.ts/ }, { timeout: 5000 })).toBeInTheDocument();
  expect(screen.queryByText(/Not searched/)).toBeNull();
});
