/** A question as input of the fit; all questions of a repository together count as much as those of another one. */
export interface FitSample {
  readonly repository: string;
  readonly features: readonly number[];
  readonly isRight: boolean;
}

const STEPS = 30;
/** Weight of the square of each coefficient: next to nothing, so that the sum can be solved. */
const RIDGE = 1e-3;

/** Coefficients of a logistic regression by Newton's method, the constant term first. */
export function fitLogistic(samples: readonly FitSample[]): number[] {
  const perRepository = new Map<string, number>();
  for (const { repository } of samples) perRepository.set(repository, (perRepository.get(repository) ?? 0) + 1);
  const size = 1 + (samples[0]?.features.length ?? 0);
  let coefficients = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = coefficients.map((coefficient) => -RIDGE * coefficient);
    const curvature = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column): number => (row === column ? RIDGE : 0)),
    );
    for (const { repository, features, isRight } of samples) {
      const values = [1, ...features];
      const share = samples.length / perRepository.size / (perRepository.get(repository) ?? 1);
      const probability = logistic(coefficients, features);
      values.forEach((value, row) => {
        gradient[row] = (gradient[row] ?? 0) + share * value * (Number(isRight) - probability);
        const line = curvature[row] ?? [];
        values.forEach((other, column) => {
          line[column] = (line[column] ?? 0) + share * value * other * probability * (1 - probability);
        });
      });
    }
    const change = solve(curvature, gradient);
    coefficients = coefficients.map((coefficient, at) => coefficient + (change[at] ?? 0));
  }
  return coefficients;
}

/** The probability that coefficients of `fitLogistic` give. */
export function logistic([base = 0, ...coefficients]: readonly number[], features: readonly number[]): number {
  const logit = features.reduce((sum, value, at) => sum + value * (coefficients[at] ?? 0), base);
  return 1 / (1 + Math.exp(-logit));
}

/** Gauss-Jordan elimination; the matrix is positive definite, so that no pivot is zero. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let pivot = 0; pivot < rows.length; pivot++) {
    const divisor = rows[pivot]?.[pivot] ?? 1;
    const scaled = (rows[pivot] ?? []).map((value) => value / divisor);
    rows[pivot] = scaled;
    for (let other = 0; other < rows.length; other++) {
      if (other === pivot) continue;
      const factor = rows[other]?.[pivot] ?? 0;
      rows[other] = (rows[other] ?? []).map((value, column) => value - factor * (scaled[column] ?? 0));
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
