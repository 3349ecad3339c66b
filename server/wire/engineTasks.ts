/** What engine threads can do: the one list of their tasks, for those who ask and for the thread that answers. */
import { type EndpointsWith, endpointsWith } from "../../contract/endpoints.ts";
import type { Principal } from "../access/sessions/sessions.ts";
import type { TaskOptions } from "../compute/engineTask.ts";
import type { PlaceExperts } from "../engines/rules/chooseExpert.ts";
import type { ProjectSnapshot } from "../engines/rules/watchedEvents.ts";
import type { PlaceExpertsQuestion } from "../features/experts/placeExperts.ts";
import type { FoundInProject } from "../engines/goTo/foundNames.ts";
import type { HeadCheck } from "../features/checks/composeCheck.ts";
import type { GoToProject } from "../features/search/goToProject.ts";
import type { ManyAnswer, ManyTask, ManyTasks } from "../features/search/manyTasks.ts";
import type { Language } from "../messages/messages.ts";
import { SerializedAnswer } from "../http/SerializedAnswer.ts";

/** Every call that opens an index. */
export const ENGINE_CALLS = endpointsWith("runs", "engine", "pinned");
export type EngineCall = EndpointsWith<"runs", "engine" | "pinned">;

/** What a call is given in a thread, which adds the rest of its context: plain data, of the types that the contract has for its name. */
export interface CallInput {
  readonly user: Principal;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
}

/** Tasks that are no call of the contract. */
interface SingleTasks {
  /** The names of one project that fit what was typed. */
  readonly goToProject: { readonly given: GoToProject; readonly answer: FoundInProject[] | null };
  /** The text of the check of a request; null for one that is gone. */
  readonly composeCheck: { readonly given: CheckInput; readonly answer: HeadCheck | null };
  /** The experts of issues, for rules. */
  readonly placeExperts: {
    readonly given: PlaceExpertsQuestion;
    readonly answer: Readonly<Record<string, PlaceExperts>>;
  };
  /** What rules compare of a project; null for one that is gone. */
  readonly takeSnapshot: { readonly given: { readonly projectId: string }; readonly answer: ProjectSnapshot | null };
  /** Opens an index and prepares what the first question would wait for. */
  readonly warm: { readonly given: { readonly projectId: string }; readonly answer: null };
}
/** A request whose check is composed. */
export interface CheckInput {
  readonly project: { readonly id: string; readonly slug: string; readonly companyId: string };
  readonly requestId: string;
  readonly language: Language;
}

/** The steps of a search over many projects. */
type Steps = {
  readonly [N in keyof ManyTasks]: { readonly given: ManyTask<N>; readonly answer: ManyAnswer<N> };
};
interface InnerTasks extends SingleTasks, Steps {}

/** The tasks that are no calls, as a thread does them. */
export type InnerHandlers = {
  readonly [N in keyof InnerTasks]: (input: InnerTasks[N]["given"]) => Promise<InnerTasks[N]["answer"]>;
};

/** Runs tasks in the threads of this process or of others, whose messages have no types. */
export interface TaskTransport {
  run(name: string, input: unknown, options: TaskOptions): Promise<unknown>;
}

// A thread has a handler of this type for each name (`engineCalls.ts`), and a structured clone keeps the type of its answer.

/** Runs a task that is neither a call nor a step. */
export const runTask = async <N extends keyof SingleTasks>(
  transport: TaskTransport,
  name: N,
  input: SingleTasks[N]["given"],
  options: TaskOptions,
): Promise<SingleTasks[N]["answer"]> => (await transport.run(name, input, options)) as SingleTasks[N]["answer"];

/** Runs a step of a search over many projects. */
export const runStep = async <N extends keyof ManyTasks>(
  transport: TaskTransport,
  name: N,
  task: ManyTask<N>,
  options: TaskOptions,
): Promise<ManyAnswer<N>> => (await transport.run(name, task, options)) as ManyAnswer<N>;

/** Runs a call whose answer is sent on as it is. @throws TypeError for an answer that is not serialized */
export async function runCall(
  transport: TaskTransport,
  name: EngineCall,
  input: CallInput,
  options: TaskOptions,
): Promise<SerializedAnswer> {
  const answer = await transport.run(name, input, { ...options, isSerialized: true });
  if (!(answer instanceof Uint8Array)) throw new TypeError(`The answer of ${name} is not serialized.`);
  return new SerializedAnswer(answer);
}
