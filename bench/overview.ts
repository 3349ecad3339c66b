/**
 * What does the front page of a project cost? Asks a running server for the overview of a project and, in turn with it, for the series of
 * Insights over the same weeks, each after a warm-up. The ratio of the medians is the figure to keep; the milliseconds depend on the machine.
 *
 *     node bench/overview.ts --url http://127.0.0.1:4000 --email mira@clew.example --password follow-the-thread --project clew [--calls 200]
 */
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:4000" },
    email: { type: "string", default: "mira@clew.example" },
    password: { type: "string", default: "follow-the-thread" },
    project: { type: "string", multiple: true, default: ["clew"] },
    calls: { type: "string", default: "200" },
  },
});
const CALLS = Number(options.calls);
const WARM_UP = 10;

async function call(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${options.url}/api/v1/${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

const { token } = JSON.parse(
  await call("users/login/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: options.email, password: options.password }),
  }),
) as { token: string };
const headers = { authorization: `Token ${token}` };

console.log("project        call        median ms   p95 ms    bytes   overview / insights");
for (const project of options.project) {
  const calls = {
    overview: `overview/?project=${project}`,
    insights: `insights/?project=${project}&period=3m&granularity=weekly`,
  };
  const times: Record<keyof typeof calls, number[]> = { overview: [], insights: [] };
  const bytes = { overview: 0, insights: 0 };
  for (let round = -WARM_UP; round < CALLS; round += 1) {
    for (const name of ["overview", "insights"] as const) {
      const start = performance.now();
      const text = await call(calls[name], { headers });
      bytes[name] = text.length;
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  const at = (name: keyof typeof calls, part: number): number =>
    times[name].toSorted((a, b) => a - b)[Math.floor((CALLS - 1) * part)] ?? 0;
  for (const name of ["overview", "insights"] as const) {
    const cells = [at(name, 0.5), at(name, 0.95)].map((value) => value.toFixed(1).padStart(9));
    const ratio = name === "overview" ? (at("overview", 0.5) / at("insights", 0.5)).toFixed(2) : "";
    console.log(
      [project.padEnd(14), name.padEnd(10), ...cells, String(bytes[name]).padStart(8), ratio.padStart(12)].join("  "),
    );
  }
}
