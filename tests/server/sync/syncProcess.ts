// A server of its own that does nothing but sync, for tests that kill it:
// node syncProcess.ts <data folder> <allowed folder> [<source> <point> <count>]
// With a source it lets all others rest, and kills itself as a power cut would when it has come to the point for the count-th time: a step
// that it reports (right after what came before it was stored), or a method that writes (in the middle of its transaction).
import { flushCompileCache } from "node:module";
import { openDb } from "../../../server/db/openDb.ts";
import { PageWriter } from "../../../server/sync/wiki/PageWriter.ts";
import { IssueWriter } from "../../../server/sync/tracker/IssueWriter.ts";
import { RequestWriter } from "../../../server/sync/requests/RequestWriter.ts";
import { SyncProgress } from "../../../server/sync/source/SyncProgress.ts";
import { startSync } from "./syncFixture.ts";

// A killed process keeps nothing of what Node has compiled, and the next one would compile it again.
flushCompileCache();

const [dataDir = "", allowed = "", only, point = "", count = "1"] = process.argv.slice(2);
let met = 0;
const pass = (name: string): void => {
  if (name !== point) return;
  met += 1;
  if (met === Number(count)) process.kill(process.pid, "SIGKILL");
};

const { report, waitForHost } = SyncProgress.prototype;
SyncProgress.prototype.waitForHost = async function (this: SyncProgress, ...given) {
  await waitForHost.apply(this, given);
  pass("waitForHost");
};
SyncProgress.prototype.report = function (this: SyncProgress, ...said) {
  report.apply(this, said);
  pass(said[0]);
};
const { writeIssues, writeComments } = IssueWriter.prototype;
IssueWriter.prototype.writeIssues = async function (this: IssueWriter, ...given) {
  const changed = await writeIssues.apply(this, given);
  pass("writeIssues");
  return changed;
};
IssueWriter.prototype.writeComments = async function (this: IssueWriter, ...given) {
  const changed = await writeComments.apply(this, given);
  pass("writeComments");
  return changed;
};
const { writeRequests, writeDetails } = RequestWriter.prototype;
RequestWriter.prototype.writeRequests = async function (this: RequestWriter, ...given) {
  const changed = await writeRequests.apply(this, given);
  pass("writeRequests");
  return changed;
};
RequestWriter.prototype.writeDetails = async function (this: RequestWriter, ...given) {
  await writeDetails.apply(this, given);
  pass("writeDetails");
};
const { write } = PageWriter.prototype;
PageWriter.prototype.write = async function (this: PageWriter, ...given) {
  await write.apply(this, given);
  pass("writePages");
};

const database = await openDb({ dataDir });
const { db } = database;
await db.updateTable("sources").set({ paused_at: null }).execute();
if (only !== undefined) {
  await db.updateTable("sources").set({ paused_at: new Date() }).where("id", "!=", only).execute();
}
const credential = { token: "right", username: "" };
const { sync } = await startSync({ database, dataDir, allowedPaths: [allowed], credential });
for (;;) {
  const rows = await db.selectFrom("sources").select("sync_state").where("paused_at", "is", null).execute();
  if (rows.every((row) => row.sync_state === "ready" || row.sync_state === "failed")) break;
  await new Promise((resolve) => setTimeout(resolve, 15));
}
sync.stop();
await database.close();
process.exit(0);
