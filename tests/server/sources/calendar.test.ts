import { afterEach, expect, test } from "vitest";
import { Credential } from "../../../server/sources/egress/Credential.ts";
import { createGoogleCalendar } from "../../../server/sources/calendar/googleCalendar.ts";
import { createOutlookCalendar } from "../../../server/sources/calendar/outlookCalendar.ts";
import { createEgress } from "../../../server/sources/egress/egress.ts";
import { type RestHost, startRestHost } from "../../providers/restHost.ts";

let host: RestHost;
const credential = () => new Credential({ token: "t", isOauth: true, origin: host.url });
const egress = createEgress({ allowed: ["127.0.0.0/8"] });
const window = { from: new Date("2026-11-21T00:00:00Z"), to: new Date("2026-11-28T00:00:00Z") };
const { signal } = new AbortController();
afterEach(() => host.stop());

test("Google returns when a person is busy; a calendar without access is not free", async () => {
  host = await startRestHost(({ path, headers, body }) => {
    expect([path, headers.authorization]).toEqual(["/freeBusy", "Bearer t"]);
    expect(body).toMatchObject({ timeZone: "UTC", items: [{ id: "primary" }, { id: "eve@example.org" }] });
    const busy = [{ start: "2026-11-21T09:00:00Z", end: "2026-11-21T10:30:00+01:00" }];
    const errors = [{ domain: "global", reason: "notFound" }];
    return { status: 200, body: { calendars: { primary: { busy }, "eve@example.org": { errors, busy: [] } } } };
  });
  const calendar = createGoogleCalendar({ credential: credential(), egress, api: host.url });
  const found = await calendar.busy(["primary", "eve@example.org"], window, signal);
  expect([...found]).toEqual([
    ["primary", [{ start: new Date("2026-11-21T09:00:00Z"), end: new Date("2026-11-21T09:30:00Z"), status: "busy" }]],
  ]);
});

test("Outlook's subjects and places are dropped on receipt; only start, end and status are kept", async () => {
  host = await startRestHost(({ path, headers }) => {
    expect([path, headers["prefer"]]).toEqual(["/me/calendar/getSchedule", 'outlook.timezone="UTC"']);
    const item = (status: string) => ({
      status,
      subject: "Secret plans",
      location: "Room 7",
      start: { dateTime: "2026-11-21T09:00:00.0000000", timeZone: "UTC" },
      end: { dateTime: "2026-11-21T10:00:00.0000000", timeZone: "UTC" },
    });
    const scheduleItems = ["busy", "free", "oof", "tentative", "workingElsewhere"].map(item);
    return {
      status: 200,
      body: {
        value: [
          { scheduleId: "ada@example.org", scheduleItems },
          { scheduleId: "x@y.z", error: { message: "no" } },
        ],
      },
    };
  });
  const found = await createOutlookCalendar({ credential: credential(), egress, api: host.url }).busy(
    ["ada@example.org", "x@y.z"],
    window,
    signal,
  );
  expect([...found.keys()]).toEqual(["ada@example.org"]);
  expect(found.get("ada@example.org")?.map(({ status }) => status)).toEqual(["busy", "away", "tentative"]);
  expect(found.get("ada@example.org")?.[0]?.start).toEqual(new Date("2026-11-21T09:00:00Z"));
  expect(JSON.stringify([...found])).not.toMatch(/Secret|Room/);
});
