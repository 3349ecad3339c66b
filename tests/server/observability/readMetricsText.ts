/** One line of the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)",?/g;

/** Reads the text format. @throws Error for a line that is none, for a sample without a HELP and a TYPE, and for one that comes twice */
export function readMetricsText(text: string): readonly Sample[] {
  const samples: Sample[] = [];
  const described = new Set<string>();
  const seen = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const head = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (head) {
      described.add(`${head[1]} ${head[2]}`);
      continue;
    }
    const [, name = "", inside = "", value = ""] = LINE.exec(line) ?? [];
    const family = name.replace(/_(?:bucket|sum|count)$/, "");
    if (name === "" || Number.isNaN(Number(value.replace("+Inf", "Infinity")))) throw new Error(`No sample: ${line}`);
    if (!["HELP", "TYPE"].every((what) => described.has(`${what} ${name}`) || described.has(`${what} ${family}`))) {
      throw new Error(`Nothing says what ${name} is.`);
    }
    const key = line.slice(0, line.lastIndexOf(" "));
    if (seen.has(key)) throw new Error(`${key} comes twice.`);
    seen.add(key);
    const labels = Object.fromEntries([...inside.matchAll(LABEL)].map(([, label = "", text = ""]) => [label, text]));
    samples.push({ name, labels, value: Number(value) });
  }
  return samples;
}
