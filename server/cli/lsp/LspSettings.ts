/** Settings of the language server, as an editor sends them. */
export interface LspSettings {
  /** Name or slug of the project; undefined: that of the clone's remote. */
  readonly project: string | undefined;
  readonly codeLens: boolean;
  readonly diagnostics: boolean;
}

/** Settings of an untrusted value; what is missing or of another type stays as it was. */
export function readLspSettings(settings: unknown, before: LspSettings): LspSettings {
  const { project, codeLens, diagnostics } = (settings ?? {}) as Readonly<Record<string, unknown>>;
  return {
    project: typeof project === "string" ? project.trim() || undefined : before.project,
    codeLens: typeof codeLens === "boolean" ? codeLens : before.codeLens,
    diagnostics: typeof diagnostics === "boolean" ? diagnostics : before.diagnostics,
  };
}
