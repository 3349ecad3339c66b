import { startThreadsOfBundle } from "./support/bundledThreads.ts";
import { startGitInHelper } from "./support/gitHelper.ts";

startGitInHelper();
startThreadsOfBundle();
