import { startGitInHelper } from "./support/gitHelper.ts";

startGitInHelper();
