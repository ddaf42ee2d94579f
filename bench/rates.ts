const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)

export type Work = (turn: number) => Promise<unknown>
export type Rate = { perSecond: number; p50: number; p99: number }

export const benchSeconds = seconds

/** So many at a time, for some seconds. */
export async function rateOf(lanes: number, work: Work, most = Infinity): Promise<Rate> {
  const took: number[] = []
  const begun = performance.now()
  let turn = 0
  const lane = async () => {
    while (performance.now() - begun < seconds * 1_000 && turn < most) {
      const at = performance.now()
      await work(turn++)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const elapsed = (performance.now() - begun) / 1_000
  const sorted = took.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: took.length / elapsed, p50: at(0.5), p99: at(0.99) }
}

export function say(what: string, rate: Rate, reference?: { perSecond: number }) {
  const ratio = reference ? `  ratio ${(rate.perSecond / reference.perSecond).toFixed(2)}` : ''
  const latency = `  p50 ${rate.p50.toFixed(2)} ms  p99 ${rate.p99.toFixed(2)} ms`
  console.log(`${lineOf(what, rate)}${latency}${ratio}`)
}

export function lineOf(what: string, { perSecond }: { perSecond: number }) {
  return `${what.padEnd(58)}${`${Math.round(perSecond)}/s`.padStart(10)}`
}

/**
 * How long each takes alone, in milliseconds: medians. Asked in turns, once forwards and once backwards, so that the machine's moods meet
 * all of them alike and none always finds warm what another has just fetched.
 */
export async function mediansInTurns(works: readonly Work[]): Promise<number[]> {
  const took: number[][] = works.map(() => [])
  const until = performance.now() + seconds * 1_000
  for (let turn = 0; turn < 20 || performance.now() < until; turn++)
    for (let step = 0; step < works.length; step++) {
      const index = turn % 2 === 0 ? step : works.length - 1 - step
      const at = performance.now()
      await works[index]?.(turn)
      took[index]?.push(performance.now() - at)
    }
  return took.map(median)
}

export function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}
