import { readdirSync, readFileSync } from 'node:fs'

import { benchSeconds, median } from './rates.ts'

export type CpuRate = { perSecond: number; cpuUs: number }

/** `cpuUs` reads the processor time to measure, by default that of this process. */
type Work = { run: () => Promise<unknown>; cpuUs?: () => number }

const rounds = 3

/** Medians of three rounds. The works alternate, because other load on the machine changes over time. */
export async function measureCpuRates(
  concurrency: number,
  works: readonly Work[],
): Promise<CpuRate[]> {
  for (const work of works) await measureCpuRate(concurrency, work, 300)
  const rates: CpuRate[][] = works.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries())
      rates[index]?.push(await measureCpuRate(concurrency, work, benchSeconds * 1_000))
  return rates.map((measured) => ({
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
  }))
}

async function measureCpuRate(
  concurrency: number,
  { run, cpuUs = getOwnCpuUs }: Work,
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
  await Promise.all(Array.from({ length: concurrency }, lane))
  return {
    perSecond: done / ((performance.now() - begun) / 1_000),
    cpuUs: (cpuUs() - before) / done,
  }
}

function getOwnCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Processor time of these processes and their descendants, which Linux counts in hundredths of a second. */
export function getCpuUs(...pids: readonly number[]): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)))
  const family = new Set(pids)
  // A child may be listed before its parent, so the list is searched until no process is added.
  for (let size = 0; size < family.size;) {
    size = family.size
    for (const { id, parent } of stats) if (family.has(parent)) family.add(id)
  }
  const ticks = stats.filter(({ id }) => family.has(id)).reduce((sum, { used }) => sum + used, 0)
  return ticks * 10_000
}

function readStat(id: number) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The process name, in brackets, may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ id, parent: Number(fields[1]), used: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    // The process ended while the list was read.
    return []
  }
}

export function printCpuRate(name: string, { perSecond, cpuUs }: CpuRate) {
  console.log(
    `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(8)}/s ${cpuUs.toFixed(0).padStart(8)} µs CPU each`,
  )
}
