/** The folders of the mirrors of a manifest's repositories, by the id of the repository. */
export async function mirrorsOf(
  { commits }: { readonly commits: readonly { readonly source: string }[] },
  mirrorOf: (source: string, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const mirrors: Record<string, string> = {};
  for (const { source } of commits) mirrors[source] = await mirrorOf(source, signal);
  return mirrors;
}
