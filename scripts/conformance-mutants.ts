import { readFileSync } from 'node:fs'

import { mutants, listStale, type Mutant } from '#test/conformance/mutants.ts'
import { listWalks, readConformance } from '#test/conformance/rows.ts'
import { openDataTemplates } from '#test/data-templates.ts'
import { shareSeed, takeShare } from '#test/take-share.ts'

import { copyTree, type ChangedCopy } from './mutants/changed-copy.ts'
import { proveByUnitTests, proveInBrowser, type RowResults } from './mutants/prove-rows.ts'

/**
 * Breaks the product in a copy of the tree, one mutant after the other, and requires that the proof of the row fails.
 * `ROWS=2.1,2.4` or `ROWS=2.*` chooses rows; `SHARE=20` takes a random twentieth, chosen by `SAMPLE`; `GROUP=8` applies up to eight mutants of
 * different tests at once, which is faster, and tries those that were not caught in smaller groups afterwards, and alone in the end. After
 * `SECONDS` no further group starts; what was not caught until then counts as undecided. Without that limit, the rows are proved once
 * without a change first. `LOG` is the output of a run that was interrupted: what was caught there counts as caught.
 */
const { ROWS: wanted = '*', SHARE: share = '1', GROUP: size = '1', LOG: log } = process.env
const budgetMs = Number(process.env.SECONDS ?? Infinity) * 1000

type Verdict = 'caught' | 'survived' | 'not run' | 'does not build' | 'undecided' | 'not proved'

const rows = new Map(readConformance().map((row) => [row.id, row]))
const walks = listWalks()
const stale = listStale()
if (stale.length > 0) throw new Error(stale.join('\n'))
const sample = takeShare(
  mutants.filter((mutant) => mutant.rows.some(isWanted)),
  Number(share),
)

using copy = copyTree()
using templates = await openDataTemplates()
const startedAt = performance.now()
/** By mutant, what the proof of each of its rows said. */
const verdicts = readCaught(log === undefined ? '' : readFileSync(log, 'utf8'))
/** Rows whose proof fails without a change, which would otherwise count as caught. `npm test` has proved them just before. */
const unproved = new Set<string>()
if (budgetMs === Infinity) for (const row of await listUnproved()) unproved.add(row)
for (let most = Number(size); ; most = Math.ceil(most / 4)) {
  for (const group of toGroups(sample.filter(isUndecided), most))
    if (performance.now() - startedAt < budgetMs) await judge(group)
  if (most <= 1) break
}
report()

function readCaught(output: string): Map<Mutant, Map<string, Verdict>> {
  const lines = new Set(output.split('\n'))
  return new Map(
    sample.map((mutant) => {
      const caught = mutant.rows.filter((row) => lines.has(describe(mutant, row, 'caught')))
      return [mutant, new Map(caught.map((row) => [row, 'caught']))]
    }),
  )
}

async function listUnproved(): Promise<string[]> {
  const open = sample.filter(isUndecided)
  const results = await prove(open, copy)
  return open.flatMap((mutant) => mutant.rows).filter((row) => !results.get(row))
}

/** Applies the mutants together and runs the proofs of their rows. */
async function judge(group: readonly Mutant[]) {
  let results: RowResults | undefined
  try {
    await copy.apply(group)
    results = await prove(group, copy)
  } catch (error) {
    console.log(`    ${String(error).split('\n').slice(0, 4).join('\n    ')}`)
  }
  for (const mutant of group) {
    const ran = mutant.rows.map((row) => {
      const verdict = toVerdict(results, row)
      return [row, group.length > 1 && verdict !== 'caught' ? 'undecided' : verdict] as const
    })
    verdicts.set(mutant, new Map(ran))
    for (const [row, verdict] of ran) console.log(describe(mutant, row, verdict))
  }
}

async function prove(group: readonly Mutant[], { folder }: ChangedCopy): Promise<RowResults> {
  const asked = group.flatMap((mutant) => mutant.rows.flatMap((id) => rows.get(id) ?? []))
  const inBrowser = asked.filter(({ by }) => by === 'browser').map(({ id }) => id)
  const byUnitTest = asked.filter(({ by }) => by === 'unit')
  const results = await proveByUnitTests(byUnitTest, folder)
  if (inBrowser.length === 0) return results
  return new Map([...results, ...(await proveInBrowser(inBrowser, folder, templates))])
}

function toVerdict(results: RowResults | undefined, row: string): Verdict {
  if (unproved.has(row)) return 'not proved'
  if (results === undefined) return 'does not build'
  const passed = results.get(row)
  if (passed === undefined) return 'not run'
  return passed ? 'survived' : 'caught'
}

/** Together, one mutant may break what the test of another needs, such as the login. */
function isUndecided(mutant: Mutant): boolean {
  const decided = (row: string) => unproved.has(row) || verdicts.get(mutant)?.get(row) === 'caught'
  return !mutant.rows.every(decided)
}

function report() {
  const pairs = sample.flatMap((mutant) =>
    mutant.rows.map((row) => ({
      mutant,
      row,
      verdict: verdicts.get(mutant)?.get(row) ?? (unproved.has(row) ? 'not proved' : 'undecided'),
    })),
  )
  const count = (verdict: Verdict) => pairs.filter((pair) => pair.verdict === verdict).length
  const caught = count('caught')
  const undecided = count('undecided')
  const survivors = pairs.filter(({ verdict }) => !['caught', 'undecided'].includes(verdict))
  for (const row of unproved) console.log(`not proved without a change: ${row}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const proved = new Set(pairs.map(({ row }) => row)).size
  console.log(
    `${caught} of ${pairs.length} caught, ${undecided} undecided (${sample.length} mutants, ${proved} rows) in ${seconds} s, SAMPLE=${shareSeed}`,
  )
  for (const { mutant, row, verdict } of survivors) console.log(describe(mutant, row, verdict))
  // A run with a limit of time cannot tell a walk that stopped early from a slow machine.
  const isLimited = budgetMs < Infinity
  const failures = survivors.filter(({ verdict }) => !(isLimited && verdict === 'not run'))
  // If most walks stop early, it is not the machine.
  const stopped = survivors.length - failures.length
  // At least 97 of 100 must be caught; of a small sample one may survive.
  const areCaught = failures.length <= Math.ceil(pairs.length * 0.03)
  process.exitCode = areCaught && stopped <= caught ? 0 : 1
}

function describe({ file, find }: Mutant, row: string, verdict: Verdict): string {
  return `${verdict.padEnd(15)}${row.padEnd(6)}${file}: ${find.trim().replaceAll(/\s+/g, ' ')}`
}

/** Groups of at most `most` mutants. No browser test proves rows of two of them, so that none keeps another's row from running. */
function toGroups(all: readonly Mutant[], most: number): Mutant[][] {
  const groups: Mutant[][] = []
  // Those that few others may join come first. Otherwise many of them are left over at the end, each in a group of its own.
  const others = new Map(
    all.map((mutant) => [mutant, all.filter((other) => areApart(mutant, other)).length]),
  )
  const ordered = all.toSorted((one, other) => (others.get(one) ?? 0) - (others.get(other) ?? 0))
  for (const mutant of ordered) {
    const group = groups.find(
      (each) => each.length < most && each.every((other) => areApart(mutant, other)),
    )
    if (group) group.push(mutant)
    else groups.push([mutant])
  }
  return groups
}

function areApart(one: Mutant, other: Mutant): boolean {
  const isOfBoth = (ids: readonly string[]) =>
    [one, other].every((mutant) => mutant.rows.some((row) => ids.includes(row)))
  const isSameText = one.file === other.file && one.find === other.find
  return !isSameText && !isOfBoth(one.rows) && !walks.some((walk) => isOfBoth(walk.rows))
}

function isWanted(row: string): boolean {
  return wanted
    .split(',')
    .some((each) => (each.endsWith('*') ? row.startsWith(each.slice(0, -1)) : each === row))
}

/** A random part, the same for the same seed. */
