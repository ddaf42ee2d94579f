export const benchSeconds = Number(process.env['BENCH_SECONDS'] ?? 3)

export type Work = (turn: number) => Promise<unknown>
export type Rate = { perSecond: number; p50: number; p99: number }

/** Runs `work` in `concurrency` lanes for `benchSeconds`, at most `maxTurns` times. Latencies are in milliseconds. */
export async function measureRate(
  concurrency: number,
  work: Work,
  maxTurns = Infinity,
): Promise<Rate> {
  const durations: number[] = []
  const begun = performance.now()
  let turn = 0
  const lane = async () => {
    while (performance.now() - begun < benchSeconds * 1_000 && turn < maxTurns) {
      const at = performance.now()
      await work(turn++)
      durations.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const elapsed = (performance.now() - begun) / 1_000
  const sorted = durations.toSorted((one, other) => one - other)
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: durations.length / elapsed, p50: percentile(0.5), p99: percentile(0.99) }
}

export function printRate(name: string, rate: Rate, reference: { perSecond: number }) {
  const ratio = `  ratio ${(rate.perSecond / reference.perSecond).toFixed(2)}`
  const latency = `  p50 ${rate.p50.toFixed(2)} ms  p99 ${rate.p99.toFixed(2)} ms`
  console.log(`${formatRate(name, rate)}${latency}${ratio}`)
}

export function formatRate(name: string, { perSecond }: { perSecond: number }) {
  return `${name.padEnd(58)}${`${Math.round(perSecond)}/s`.padStart(10)}`
}

export function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}
