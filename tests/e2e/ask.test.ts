/** A model that streams, in a browser: each sentence when it is checked, a cancelled answer, and one whose connection breaks. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lastParts, type ModelHost, part, startModelHost } from "../providers/modelHost.ts";
import { type SearchServer, startSearchServer } from "../server/features/search/searchServer.ts";
import { PASSWORD } from "../server/http/testServer.ts";
import { accessibilityFaults, launchBrowser, visit } from "./browser.ts";

let stage: SearchServer;
let host: ModelHost;
let browser: Browser;
/** Between browser and server, so that a connection can break. */
let wire: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  const environment = { CLEW_DIST: join(import.meta.dirname, "../../dist"), CLEW_ALLOWED_NETWORKS: "127.0.0.1" };
  [stage, host, browser] = await Promise.all([
    startSearchServer("pglite", { environment }),
    startModelHost(),
    launchBrowser(),
  ]);
  stage.commit({ "src/shuttle.ts": "/** Moves the shuttle. */\nexport const throwShuttle = () => weft;\n" });
  await stage.sync();
  const model = { is_enabled: true, address: host.address, model: "loom-7b", api_key: null };
  const limits = { request_tokens: 8000, answer_tokens: 500, day_tokens: 100_000, month_cost: null };
  await stage.server.call("PUT", `companies/${stage.people.companyId}/model/`, {
    token: stage.people.admin.token,
    body: { ...model, ...limits, price_sent: 2, price_received: 10 },
  });
  wire = createServer((near) => {
    const far = connect(Number(new URL(stage.server.url).port), "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on("error", () => undefined)
        .once("close", () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(wire, "listening");
});
afterAll(async () => {
  await browser?.close();
  for (const socket of sockets) socket.destroy();
  wire?.close();
  await stage?.stop();
  await host?.stop();
});

async function openQuestion() {
  const url = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
  const visitor = await visit(browser, { url });
  const { page } = visitor;
  await page.goto("/projects/loom/ask?q=Where+is+the+shuttle+moved");
  await page.getByLabel("Email").fill("admin@example.org");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByText(/can be sent to/).waitFor();
  return visitor;
}
const send = (page: Page) => page.getByRole("button", { name: "Send to loom-7b" }).click();

test("a sentence is shown while the model writes the next one", async () => {
  const { page, complaints, close } = await openQuestion();
  await page.getByText("Clew’s instructions").click();
  const next = Promise.withResolvers<void>();
  host.answer(async (_, response) => {
    response.write(part("It moves in throwShuttle [P1]. It si"));
    await next.promise;
    response.end(part("ngs. Mekik ağdan geçer [P1:2].") + lastParts());
  });
  await send(page);
  await page.getByText("It moves in throwShuttle").waitFor();
  await page.getByText("“loom-7b” is writing.").waitFor();
  expect(await page.getByText("It si").count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  next.resolve();
  await page.getByText("Mekik ağdan geçer").waitFor();
  await page.getByText(/900 tokens sent, 40 received/).waitFor();
  await page.getByText(/^1 sentence is not shown/).waitFor();
  expect(await page.getByText("is writing").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("a cancelled answer keeps its sentences, and its request to the host ends", async () => {
  const { page, close } = await openQuestion();
  const closed = Promise.withResolvers<void>();
  host.answer((_, response) => {
    response.once("close", () => closed.resolve());
    response.write(part("It moves in throwShuttle [P1]. It si"));
  });
  await send(page);
  await page.getByText("It moves in throwShuttle").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await closed.promise;
  await page.getByText(/^You cancelled the answer/).waitFor();
  expect(await page.getByText("It moves in throwShuttle").count()).toBe(1);
  expect(await page.getByText("The answer is not complete").count()).toBe(0);
  await close();
});

test("a connection that breaks leaves what was shown, with a message", async () => {
  const { page, close } = await openQuestion();
  host.answer((_, response) => void response.write(part("It moves in throwShuttle [P1]. It si")));
  await send(page);
  await page.getByText("It moves in throwShuttle").waitFor();
  for (const socket of sockets) socket.destroy();
  await page.getByText("The answer is not complete").waitFor();
  expect(await page.getByText("It moves in throwShuttle").count()).toBe(1);
  await page.getByRole("button", { name: "Send to loom-7b" }).waitFor();
  await close();
});

test("a model that refuses to send in parts is asked for the whole, after it was shown", async () => {
  const { page, close } = await openQuestion();
  host.answerWith(400, { error: { message: "Unknown field: stream_options" } });
  await send(page);
  await page.getByRole("button", { name: "Ask for the answer as a whole" }).click();
  await page.getByText(/stream: false/).waitFor();
  await page.getByText("The exact bytes").click();
  await page.getByText(/"stream":false/).waitFor();
  host.answer((_, response) => void response.end(part("It moves [P1].") + lastParts()));
  await send(page);
  await page.getByText("It moves", { exact: true }).waitFor();
  await close();
});
