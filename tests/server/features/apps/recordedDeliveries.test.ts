/** The deliveries that GitHub's community has recorded, sent to the webhook of an app and to that of a source: of each event and action. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { githubRules } from "../../../../server/sources/providers/github/githubRules.ts";
import {
  type DeliveryBody,
  RECORDED_DELIVERIES,
  deliveryDeviations,
  deliveryWith,
} from "../../../providers/published/githubDeliveries.ts";
import { addProject, addSource } from "../../rows.ts";
import { ONE_ENGINE } from "../../testDb.ts";
import { type AppStage, startAppStage } from "./appStage.ts";

let stage: AppStage;
let installationId: number;
let trackerId: string;
let place: string;
beforeAll(async () => {
  stage = await startAppStage(ONE_ENGINE);
  const { db } = stage.server;
  const { companyId, admin } = stage.people;
  const { id, installation } = await stage.install(await stage.register());
  installationId = installation.id;
  place = `${stage.host.url}/${stage.work.path}`;
  const projectId = await addProject(db, { companyId, ownerId: admin.id, slug: "maze" });
  trackerId = await addSource(db, projectId, place);
  const row = { provider: "github", kind: "tracker", app_installation_id: id } as const;
  await db.updateTable("sources").set(row).where("id", "=", trackerId).execute();
});
afterAll(() => stage.stop());

/** The recorded delivery as if it were about our installation and our repository. */
const about = (body: DeliveryBody): Record<string, unknown> => ({
  ...body,
  ...("installation" in body && { installation: { ...(body["installation"] as object), id: installationId } }),
  ...("repository" in body && { repository: { ...(body["repository"] as object), html_url: place } }),
});

test("no recorded delivery is an error of the app's webhook, about our installation or another", async () => {
  expect(RECORDED_DELIVERIES.length).toBeGreaterThan(300);
  const installations = ["installation", "installation_repositories", "installation_target"];
  const reported = githubRules.webhooks?.events["tracker"] ?? [];
  for (const { event, body } of RECORDED_DELIVERIES) {
    const name = `${event} ${String(body["action"])}`;
    const unknown = await stage.host.deliver(event, { ...body }, { isWhole: true });
    // Another installation's id is asked of the host, and of the rest nothing here is concerned.
    const asks = installations.includes(event);
    expect([name, unknown]).toEqual([name, { status: 202, accepted: asks }]);
    const own = await stage.host.deliver(event, about(body), { isWhole: true });
    const isReported = "installation" in body && "repository" in body && reported.includes(event);
    expect([name, own]).toEqual([name, { status: 202, accepted: asks || isReported }]);
  }
});

test("no recorded delivery is an error of a source's webhook", async () => {
  const made = await stage.server.call("POST", `sources/${trackerId}/webhook/`, { token: stage.people.admin.token });
  const { url, secret } = made.body as { url: string; secret: string };
  for (const { event, body } of RECORDED_DELIVERIES) {
    const sent = JSON.stringify(body);
    const signature = createHmac("sha256", secret).update(sent).digest("hex");
    const answer = await fetch(stage.server.url + new URL(url).pathname, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-github-event": event,
        "x-github-delivery": crypto.randomUUID(),
        "x-hub-signature-256": `sha256=${signature}`,
      },
      body: sent,
    });
    expect([event, answer.status, await answer.json()]).toEqual([event, 202, { accepted: true }]);
  }
});

test("a body that GitHub does not send is named", () => {
  const whole = deliveryWith("star", { action: "created", installation: { id: 7 } });
  expect(deliveryDeviations({ event: "star", body: whole })).toEqual([]);
  const { sender: _, ...unsent } = whole;
  for (const [wrong, named] of [
    [unsent, "star: must have required property 'sender'"],
    [{ ...whole, installation: { id: "7", node_id: "M" } }, "star/installation/id: must be integer"],
    [{ ...whole, action: "invented" }, "star/action: must be equal to one of the allowed values"],
  ] as const) {
    expect(deliveryDeviations({ event: "star", body: wrong })).toContain(named);
  }
  expect(() => deliveryDeviations({ event: "invented", body: {} })).toThrow("GitHub publishes no event invented.");
});
