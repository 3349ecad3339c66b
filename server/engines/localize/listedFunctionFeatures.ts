import { functionFrame } from "./functionFeatures/framedFunctions.ts";
import { functionFixHistory } from "./functionFeatures/functionHistory.ts";
import { functionLength } from "./functionFeatures/functionLength.ts";
import { exactName, nameOverlap, qualifiedName } from "./functionFeatures/functionName.ts";
import { functionTitle, functionWords, messageText, usedIdentifiers } from "./functionFeatures/functionText.ts";
import { ownFile } from "./functionFeatures/ownFile.ts";
import { testFunction } from "./functionFeatures/testFunction.ts";

/**
 * The features whose weighted sum ranks the functions of an issue. To add one, write its file and name it here. The sum rounds, so the
 * order of the list is part of the result.
 */
export const FUNCTION_FEATURES = [
  functionWords,
  functionTitle,
  nameOverlap,
  exactName,
  qualifiedName,
  usedIdentifiers,
  messageText,
  functionFrame,
  ownFile,
  functionLength,
  functionFixHistory,
  testFunction,
] as const;

export type FunctionFeatureId = (typeof FUNCTION_FEATURES)[number]["id"];
