/** Mann–Whitney U test: probability that samples of one distribution differ this much, and the gap of the medians. */
export function rankTest(one: readonly number[], other: readonly number[]) {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].toSorted((a, b) => a.value - b.value)
  // Ties are not averaged because times in microseconds are rarely equal.
  const rankSum = all.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0)
  const [n, m] = [one.length, other.length]
  const u = rankSum - (n * (n + 1)) / 2
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return { p: toTwoSidedP(Math.abs(z)), gapMs: median(one) - median(other) }
}

/** Two-sided p-value of a normal distribution (Abramowitz and Stegun 7.1.26). */
function toTwoSidedP(z: number): number {
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2))
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return series * Math.exp(-(z * z) / 2)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
