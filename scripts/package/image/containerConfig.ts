/** How a container of the image is run, as the last stage of deploy/Dockerfile says. */

/** As the specification of the OCI's images names it; `Healthcheck` is read by Docker and Podman. */
export interface ContainerConfig {
  readonly User: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, object>>;
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly Healthcheck: Readonly<Record<string, unknown>>;
  readonly Labels: Readonly<Record<string, string>>;
}

const NANOSECONDS = 1e9;

/** @throws Error for an instruction that is missing */
export function containerConfig(dockerfile: string, labels: Readonly<Record<string, string>>): ContainerConfig {
  const stage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")).replaceAll("\\\n", " ");
  const valueOf = (instruction: string): string => {
    const argument = new RegExp(`^${instruction} (.+)$`, "m").exec(stage)?.[1];
    if (argument === undefined) throw new Error(`The last stage of deploy/Dockerfile has no ${instruction}.`);
    return argument.trim();
  };
  const listOf = (instruction: string): string[] => JSON.parse(valueOf(instruction)) as string[];
  const [, options = "", command = ""] =
    /^(.*?) CMD (\[.*\])$/.exec(valueOf("HEALTHCHECK").replaceAll(/\s+/g, " ")) ?? [];
  const option = (name: string): number => Number(new RegExp(`--${name}=(\\d+)`).exec(options)?.[1]);
  return {
    User: valueOf("USER"),
    ExposedPorts: { [`${valueOf("EXPOSE")}/tcp`]: {} },
    Env: valueOf("ENV").split(/\s+/),
    Entrypoint: listOf("ENTRYPOINT"),
    Cmd: listOf("CMD"),
    Volumes: { [valueOf("VOLUME")]: {} },
    WorkingDir: valueOf("WORKDIR"),
    StopSignal: valueOf("STOPSIGNAL"),
    Healthcheck: {
      Test: ["CMD", ...(JSON.parse(command) as string[])],
      Interval: option("interval") * NANOSECONDS,
      Timeout: option("timeout") * NANOSECONDS,
      StartPeriod: option("start-period") * NANOSECONDS,
      Retries: option("retries"),
    },
    Labels: labels,
  };
}
