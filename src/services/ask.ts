import * as endpoints from "virtual:endpoints/ask";
import type { BodySent } from "../../contract/callTypes.ts";
import type { ModelAnswerLine } from "../../contract/search/ask.ts";
import type { Client } from "./client.ts";
import { badResponse } from "./parseResponse.ts";
import type { Result } from "./result.ts";

export type QuestionDraft = BodySent<"askProject">;
export type ModelSettingsDraft = BodySent<"setModelSettings">;

/** Questions about a project, and the company's settings of its model for an Admin. */
export const createAskService = ({ call, lines }: Client) => ({
  ask: (body: QuestionDraft, signal?: AbortSignal) => call(endpoints.askProject, { body, signal }),
  /** Sends what the ticket of an offer seals. Sentences arrive one by one, also of a model that sends its answer as a whole. `onLines` gets the lines that have arrived. A last line without the end is the failure `bad_response`. */
  streamAnswer: async (
    body: BodySent<"streamModelAnswer">,
    onLines: (lines: readonly ModelAnswerLine[]) => void,
    signal?: AbortSignal,
  ): Promise<Result<ModelAnswerLine[]>> => {
    const result = await lines(endpoints.streamModelAnswer, { body, signal }, onLines);
    return result.success && result.data.at(-1)?.type !== "end" ? badResponse() : result;
  },
  /** Whether likely files are ordered by the model, and its last backtest. */
  modelOrder: (project: string, signal?: AbortSignal) => call(endpoints.getModelOrder, { query: { project }, signal }),
  setModelOrder: (project: string, is_on: boolean) => call(endpoints.setModelOrder, { body: { project, is_on } }),
  estimateModelOrder: (project: string) => call(endpoints.estimateModelOrder, { body: { project } }),
  startModelOrderRun: (project: string) => call(endpoints.startModelOrderRun, { body: { project } }),
  cancelModelOrderRun: (project: string) => call(endpoints.cancelModelOrderRun, { body: { project } }),
  orderFiles: (body: BodySent<"orderFilesByModel">, signal?: AbortSignal) =>
    call(endpoints.orderFilesByModel, { body, signal }),
  /** Null while no model is set up. */
  settings: (id: string, signal?: AbortSignal) => call(endpoints.getModelSettings, { params: { id }, signal }),
  setSettings: (id: string, body: ModelSettingsDraft) => call(endpoints.setModelSettings, { params: { id }, body }),
  /** What would be sent for a digest of the caller's week. */
  digest: (id: string) => call(endpoints.previewModelDigest, { params: { id } }),
  test: (id: string) => call(endpoints.testModel, { params: { id } }),
});
export type AskService = ReturnType<typeof createAskService>;
