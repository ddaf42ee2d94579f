import pg from 'pg'
import * as z from 'zod/mini'

export type Statement = { text: string; values: unknown[] }

/** Records the statements of all connections that the pool opens from now on. `take` returns those since the last call. */
export function recordStatements(pool: pg.Pool): { take: () => Statement[] } {
  let recorded: Statement[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [first, values] = given as [string | pg.QueryConfig, unknown]
      const { text, values: own = [] } = typeof first === 'string' ? { text: first } : first
      recorded.push({ text, values: Array.isArray(values) ? values : own })
      return query(...given)
    }) as typeof client.query
  })
  return {
    take: () => {
      const taken = recorded
      recorded = []
      return taken.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
    },
  }
}

const nodeShape = {
  'Node Type': z.string(),
  'Plan Rows': z.number(),
  'Actual Rows': z.optional(z.number()),
  'Actual Loops': z.optional(z.number()),
  'Rows Removed by Filter': z.optional(z.number()),
  'Rows Removed by Index Recheck': z.optional(z.number()),
}
type Node = z.output<z.ZodMiniObject<typeof nodeShape>> & { Plans?: Node[] | undefined }
const nodeSchema: z.ZodMiniType<Node> = z.object({
  ...nodeShape,
  get Plans() {
    return z.optional(z.array(nodeSchema))
  },
})
const answerSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) }),
])

const maxExamined = 50
const maxSorted = 1_000
/** A table of a few pages is read whole also where it has an index. */
const maxSmall = 7_000

/** What a statement does that takes long in a large database. Undefined where there is nothing. */
export async function findSlowPlan(
  client: pg.ClientBase,
  statement: Statement,
): Promise<Work | undefined> {
  const chosen = await measurePlan(client, statement)
  if (!isSlow(chosen)) return undefined
  const byIndex = chosen.examined > maxSmall ? chosen : await measurePlan(client, statement, 'off')
  return isSlow(byIndex) ? byIndex : undefined
}

const isSlow = ({ examined, answered, sorted }: Work) =>
  examined > maxExamined * Math.max(answered, 1) || sorted > maxSorted

export const describeWork = ({ examined, answered, sorted }: Work) =>
  `examines ${examined} rows for ${answered}${sorted > maxSorted ? `, and sorts ${sorted}` : ''}`

/** How much work a statement was. `answered` counts the rows that it answers or writes. */
export type Work = { examined: number; answered: number; sorted: number }

/**
 * Executes a statement in a transaction that is rolled back, and measures its plan. A statement that cannot be executed a second time,
 * such as one that inserts a key, is only planned: then the estimates of the planner are measured.
 */
async function measurePlan(
  client: pg.ClientBase,
  statement: Statement,
  scans: 'on' | 'off' = 'on',
): Promise<Work> {
  const work =
    (await explain(client, 'analyze, timing off, format json', scans, statement)) ??
    (await explain(client, 'format json', scans, statement))
  if (work === undefined) throw new Error(`cannot be explained: ${statement.text}`)
  return work
}

async function explain(
  client: pg.ClientBase,
  options: string,
  scans: string,
  { text, values }: Statement,
) {
  await client.query(
    `begin; ${['seqscan', 'hashjoin', 'mergejoin'].map((way) => `set local enable_${way} = ${scans}`).join('; ')}`,
  )
  try {
    const { rows } = await client.query(`explain (${options}) ${text}`, values)
    return toWork(z.parse(answerSchema, rows)[0]['QUERY PLAN'][0].Plan)
  } catch (error) {
    if (error instanceof pg.DatabaseError) return undefined
    throw error
  } finally {
    await client.query('rollback')
  }
}

function toWork(plan: Node): Work {
  const nodes = flatten(plan)
  const scans = nodes.filter(
    ({ 'Node Type': type }) => type.endsWith('Scan') && !notTables.has(type),
  )
  const written = nodes.find(({ 'Node Type': type }) => type === 'ModifyTable')
  return {
    examined: sum(scans, (node) => toRows(node) + removedBy(node)),
    answered: Math.max(toRows(plan), ...(written?.Plans ?? []).map(toRows)),
    sorted: Math.max(0, ...nodes.filter(isSort).flatMap(({ Plans = [] }) => Plans.map(toRows))),
  }
}

/** They read the rows of another node. A bitmap's index and table are one scan. */
const notTables = new Set([
  'CTE Scan',
  'Subquery Scan',
  'Function Scan',
  'Values Scan',
  'WorkTable Scan',
  'Bitmap Index Scan',
  'Named Tuplestore Scan',
])

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
const isSort = ({ 'Node Type': type }: Node) => type === 'Sort'
const toLoops = (node: Node) => node['Actual Loops'] ?? 1
const toRows = (node: Node) => (node['Actual Rows'] ?? node['Plan Rows']) * toLoops(node)
const removedBy = (node: Node) =>
  toLoops(node) *
  ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))
const sum = (nodes: Node[], toNumber: (node: Node) => number) =>
  nodes.reduce((total, node) => total + toNumber(node), 0)
