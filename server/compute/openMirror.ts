import { deserialize } from "node:v8";
import { openMirrorsIn, type OpenMirror, remoteMirror } from "../git/MirrorReads.ts";
import { fromPortableGit } from "../git/portableGitErrors.ts";
import type { QuestionName, Questions } from "./engineMessages.ts";

type Ask = <N extends QuestionName>(
  name: N,
  asks: Questions[N]["asks"],
  signal?: AbortSignal,
) => Promise<Questions[N]["answer"]>;

/** Opens mirrors in an engine thread. The main thread decides where each is read, and reads those of other processes. */
export function createOpenMirror(ask: Ask, mirrorFolder: (sourceId: string) => string): OpenMirror {
  const openHere = openMirrorsIn(mirrorFolder);
  return async (sourceId) => {
    const place = await ask("mirror", sourceId);
    if (place.kind === "here") return openHere(sourceId);
    const { holders } = place;
    return remoteMirror(async (name, args, signal) => {
      const outcome = await ask("mirrorRead", { sourceId, holders, name, args }, signal);
      if ("error" in outcome) throw fromPortableGit(outcome.error);
      return deserialize(outcome.answer) as unknown;
    });
  };
}
