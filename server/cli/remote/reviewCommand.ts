/** `clew review --request`: what a request of a server's project should be looked at for. */
import type { Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printReview } from "../presentReview.ts";
import { type RequestOf, wrong } from "../readArguments.ts";
import type { ProjectAddress } from "./remoteAnswers.ts";

/** @throws CliError for each refusal and failure, with a status of its kind */
export async function runReviewCommand(
  { server, slug }: ProjectAddress,
  { request }: RequestOf<"review">,
  format: Format,
): Promise<Status> {
  if (request === undefined)
    throw wrong("Give a request, clew review --request N, or commits, clew review --diff main..HEAD.");
  return printReview(await server.call("requestFindings", { query: { project: slug, request } }), format);
}
