import { readdirSync, readFileSync } from 'node:fs'

export type CpuRate = { perSecond: number; cpuUs: number }

/** What is measured, and whose processor time it costs: this process's, unless it is said. */
type Work = { run: () => Promise<unknown>; cpuUs?: () => number }

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const rounds = 3

/** Each work for some seconds, again and again in turns: the machine is shared, and its mood changes. Medians. */
export async function inTurns(lanes: number, works: readonly Work[]): Promise<CpuRate[]> {
  for (const work of works) await rateOf(lanes, work, 300)
  const rates: CpuRate[][] = works.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries())
      rates[index]?.push(await rateOf(lanes, work, seconds * 1_000))
  return rates.map((measured) => ({
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
  }))
}

async function rateOf(
  lanes: number,
  { run, cpuUs = ownCpuUs }: Work,
  ms: number,
): Promise<CpuRate> {
  const begun = performance.now()
  const before = cpuUs()
  let done = 0
  const lane = async () => {
    while (performance.now() - begun < ms) {
      await run()
      done++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return {
    perSecond: done / ((performance.now() - begun) / 1_000),
    cpuUs: (cpuUs() - before) / done,
  }
}

function ownCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Of other processes and all that they have started, each counted once, as Linux does it: to the hundredth of a second. */
export function cpuUsOf(...pids: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)))
  const family = new Set(pids)
  // A child may stand before its parent: looked through until nobody is added.
  for (let size = 0; size < family.size;) {
    size = family.size
    for (const { id, parent } of stats) if (family.has(parent)) family.add(id)
  }
  const ticks = stats.filter(({ id }) => family.has(id)).reduce((sum, { used }) => sum + used, 0)
  return ticks * 10_000
}

function statOf(id: number) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The name, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ id, parent: Number(fields[1]), used: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    // It has just ended.
    return []
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

export function print(name: string, { perSecond, cpuUs }: CpuRate) {
  console.log(
    `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(8)}/s ${cpuUs.toFixed(0).padStart(8)} µs CPU each`,
  )
}
